import { chooseThreshold } from './choose-threshold.js';
import { applyPlatt, fitPlatt, type Outcome, type PlattScaling } from './fit-platt.js';

/** A scaling, and from where on the scaled probability counts as support, 0–1. */
export interface FittedSupport extends PlattScaling {
  readonly threshold: number;
}

export interface SupportFigures {
  readonly threshold: number;
  /** 0–1. */
  readonly balancedAccuracy: number;
  /** Expected calibration error, 0–1. */
  readonly ece: number;
}

const FOLDS = 10;
const BINS = 10;

/**
 * @param outcomes shipped probabilities of support with what is true of them
 * @param shipped threshold on those probabilities, 0–1, exclusive
 * @throws RangeError when one of the two outcomes does not occur
 */
export function fitSupport(outcomes: readonly Outcome[], shipped: number): FittedSupport {
  const scaling = fitPlatt(outcomes);
  return { ...scaling, threshold: applyPlatt(scaling, chooseThreshold(outcomes, shipped)) };
}

/** How well a calibration decides and forecasts outcomes. */
export function measureSupport(outcomes: readonly Outcome[], fitted: FittedSupport): SupportFigures {
  const scaled = outcomes.map(({ probability, actual }) => ({
    probability: applyPlatt(fitted, probability),
    actual,
    threshold: fitted.threshold,
  }));
  return figuresOf(scaled, fitted.threshold);
}

/**
 * The same for calibrations fitted on nine tenths of the outcomes, each measured on the tenth that it has not seen. The
 * folds are the same every time: outcome n is in fold n mod 10 among those that came out alike.
 */
export function crossValidateSupport(outcomes: readonly Outcome[], shipped: number): SupportFigures {
  const order = [true, false].flatMap((side) => outcomes.filter(({ actual }) => actual === side));
  const unseen = Array.from({ length: FOLDS }, (_, fold) => {
    const [train, test] = [false, true].map((isTest) =>
      order.filter((__, index) => (index % FOLDS === fold) === isTest),
    );
    if (!train || !test || !hasBoth(train)) return [];
    const fitted = fitSupport(train, shipped);
    return test.map(({ probability, actual }) => ({
      probability: applyPlatt(fitted, probability),
      actual,
      threshold: fitted.threshold,
    }));
  }).flat();
  return figuresOf(unseen, fitSupport(outcomes, shipped).threshold);
}

function hasBoth(outcomes: readonly Outcome[]): boolean {
  return outcomes.some(({ actual }) => actual) && outcomes.some(({ actual }) => !actual);
}

type Decided = Outcome & { readonly threshold: number };

function figuresOf(decided: readonly Decided[], threshold: number): SupportFigures {
  const rightOf = (side: boolean): number => {
    const ofSide = decided.filter(({ actual }) => actual === side);
    return ofSide.filter((one) => one.probability >= one.threshold === side).length / Math.max(1, ofSide.length);
  };
  return { threshold, balancedAccuracy: (rightOf(true) + rightOf(false)) / 2, ece: expectedCalibrationError(decided) };
}

/** Mean distance of forecast and outcome over groups of equal size (Naeini, Cooper and Hauskrecht, AAAI 2015). */
function expectedCalibrationError(outcomes: readonly Outcome[]): number {
  const sorted = [...outcomes].sort((a, b) => a.probability - b.probability);
  const size = Math.max(1, Math.ceil(sorted.length / BINS));
  let error = 0;
  for (let from = 0; from < sorted.length; from += size) {
    const bin = sorted.slice(from, from + size);
    error += Math.abs(bin.reduce((sum, { probability, actual }) => sum + probability - Number(actual), 0));
  }
  return sorted.length === 0 ? 0 : error / sorted.length;
}
