import { Module } from '@nestjs/common';
import { ClassifyController } from './classify/classify.controller.js';
import { DecideController } from './decide/decide.controller.js';
import { DecomposeController } from './decompose/decompose.controller.js';
import { HypothesiseController } from './hypothesise/hypothesise.controller.js';
import { PlanToolsController } from './plan-tools/plan-tools.controller.js';
import { StepBackController } from './step-back/step-back.controller.js';

/** Rules need no ports; a language model will be bound here. */
@Module({
  controllers: [
    ClassifyController,
    DecomposeController,
    PlanToolsController,
    DecideController,
    HypothesiseController,
    StepBackController,
  ],
})
export class PlannerArmModule {}
