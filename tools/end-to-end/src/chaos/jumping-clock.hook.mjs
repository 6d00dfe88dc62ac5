// Loaded into a program before its own modules: each SIGUSR2 moves its wall clock on to the next of these shifts. Timers and the
// monotonic clock go on as they do when an operator or NTP sets the time of a host.
const HOUR_MS = 3_600_000;
const SHIFTS = [0, HOUR_MS, -HOUR_MS];
let at = 0;

const RealDate = Date;
const now = () => RealDate.now() + SHIFTS[at];

globalThis.Date = class Date extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(now());
    else super(...parts);
  }
  static now() {
    return now();
  }
};

process.on('SIGUSR2', () => {
  at = (at + 1) % SHIFTS.length;
});
