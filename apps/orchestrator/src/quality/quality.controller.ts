import {
  ArbiterError,
  calibrationCurve,
  getReport,
  listReports,
  type OperationInput,
  reaches,
  type Report,
} from '@arbiter/contracts';
import { HandlesOperation, type OperationContext } from '@arbiter/messaging';
import { Controller, Inject } from '@nestjs/common';
import { calibrationOf, type CalibrationPorts } from './calibration.js';
import { type ReportFolder, summaryOf } from './report-folder.js';

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
  async list(_input: OperationInput<typeof listReports>, { principal, signal }: OperationContext) {
    const { reports, unreadable } = await this.ports.reports.all(signal);
    const visible = reports.filter(({ name }) => reaches(principal, name));
    return {
      reports: visible.map(summaryOf).sort((a, b) => (b.measuredAt ?? '').localeCompare(a.measuredAt ?? '', 'en')),
      // Whose they would be, nobody knows.
      unreadable: principal?.tenant ? 0 : unreadable,
    };
  }

  @HandlesOperation(getReport)
  async get({ name }: OperationInput<typeof getReport>, { principal }: OperationContext): Promise<Report> {
    const report = reaches(principal, name) ? await this.ports.reports.get(name) : null;
    if (report) return report;
    throw new ArbiterError('NOT_FOUND', 'There is no such report.', { details: { name } });
  }

  @HandlesOperation(calibrationCurve)
  calibration(input: OperationInput<typeof calibrationCurve>, context: OperationContext) {
    return calibrationOf(this.ports, input, context);
  }
}
