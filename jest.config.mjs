export default {
  projects: [
    '<rootDir>/apps/*',
    '<rootDir>/libs/*',
    '<rootDir>/libs/adapters/*',
    '<rootDir>/libs/models/*',
    '<rootDir>/domains',
    '<rootDir>/tools/*',
  ].map((glob) => `${glob}/jest.config.mjs`),
};
