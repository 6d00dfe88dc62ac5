import { Module } from '@nestjs/common';
import { ClassifyController } from './classify/classify.controller.js';
import { DecideController } from './decide/decide.controller.js';
import { DecomposeController } from './decompose/decompose.controller.js';

/** Rules need no ports; a language model will be bound here. */
@Module({ controllers: [ClassifyController, DecideController, DecomposeController] })
export class PlannerArmModule {}
