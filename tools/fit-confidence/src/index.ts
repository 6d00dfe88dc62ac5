export { runTraining, type TrainingOutput } from './run-training.js';
