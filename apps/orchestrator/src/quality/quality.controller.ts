import {
  ArbiterError,
  calibrationCurve,
  getReport,
  listReports,
  type OperationInput,
  reaches,
} from '@arbiter/contracts';
import { HandlesOperation, type OperationContext } from '@arbiter/messaging';
import { Controller, Inject } from '@nestjs/common';
import { calibrationOf, type CalibrationPorts } from './calibration.js';
import type { ReportFolder } from './report-folder.js';

export interface QualityPorts extends CalibrationPorts {
  readonly reports: ReportFolder;
}

/** Injection token of the ports. */
export const QUALITY_PORTS = Symbol('QualityPorts');

/** How well answers are: as evaluations measured it, and as people said. */
@Controller()
export class QualityController {
  constructor(@Inject(QUALITY_PORTS) private readonly ports: QualityPorts) {}

  @HandlesOperation(listReports)
  async list(_input: OperationInput<typeof listReports>, context: OperationContext) {
    const { reports, unreadable } = await this.visible(context);
    return {
      reports: reports
        .map(({ name, kind, dataset, n, measuredAt, version }) => ({ name, kind, dataset, n, measuredAt, version }))
        .sort((a, b) => (b.measuredAt ?? '').localeCompare(a.measuredAt ?? '', 'en')),
      // Whose they would be, nobody knows.
      unreadable: context.principal?.tenant ? 0 : unreadable,
    };
  }

  /** @throws ArbiterError NOT_FOUND also for a report of another tenant */
  @HandlesOperation(getReport)
  async get({ name }: OperationInput<typeof getReport>, context: OperationContext) {
    const { reports } = await this.visible(context);
    const report = reports.find((each) => each.name === name);
    if (report) return report;
    throw new ArbiterError('NOT_FOUND', 'There is no such report.', { details: { name } });
  }

  @HandlesOperation(calibrationCurve)
  calibration(input: OperationInput<typeof calibrationCurve>, context: OperationContext) {
    return calibrationOf(this.ports, input, context);
  }

  private async visible({ principal, signal }: OperationContext) {
    const { reports, unreadable } = await this.ports.reports.all(signal);
    return { reports: reports.filter(({ name }) => reaches(principal, name)), unreadable };
  }
}
