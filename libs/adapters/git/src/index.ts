export { GitRepositoryLoader, type GitRepositoryOptions, type ResolveHost } from './git-repository.loader.js';
