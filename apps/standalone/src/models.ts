/** An entry of its own: to load a model, no arm need be loaded. */
export * from '@arbiter/adapters-model-hub';
