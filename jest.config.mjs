export default {
  // A worker keeps something of every suite that it has run; with gigabytes of that it does little else than look through it.
  workerIdleMemoryLimit: '1.5GB',
  projects: [
    '<rootDir>/apps/*',
    '<rootDir>/libs/*',
    '<rootDir>/libs/adapters/*',
    '<rootDir>/libs/models/*',
    '<rootDir>/domains',
    '<rootDir>/tools/*',
  ].map((glob) => `${glob}/jest.config.mjs`),
};
