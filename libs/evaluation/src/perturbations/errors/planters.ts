import type { ErrorKind, ErrorPlanter } from './error-planter.js';
import { plantComparative } from './plant-comparative.js';
import { plantDate } from './plant-date.js';
import { plantName } from './plant-name.js';
import { plantNegation } from './plant-negation.js';
import { plantNumber } from './plant-number.js';
import { plantRoleSwap } from './plant-role-swap.js';
import { plantUnit } from './plant-unit.js';

export const PLANTERS: Readonly<Record<ErrorKind, ErrorPlanter>> = {
  number: plantNumber,
  unit: plantUnit,
  date: plantDate,
  name: plantName,
  'role-swap': plantRoleSwap,
  negation: plantNegation,
  comparative: plantComparative,
};
