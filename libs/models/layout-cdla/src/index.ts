export * from './layout-cdla.model.js';
