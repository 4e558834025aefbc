// @ts-check
// Plays a film: steps on at a speed, as the screen is ready for them.

/** Plays from step to step. */
export class Player {
  /**
   * @param {number} last the last step
   * @param {(step: number, playing: boolean) => void} show
   */
  constructor(last, show) {
    this.last = last;
    this.show = show;
    this.step = 0;
    this.speed = 4;
    this.playing = false;
    /** The time at which the step shown was due, in milliseconds. */
    this.since = 0;
  }

  /**
   * Goes to a step.
   * @param {number} step
   */
  seek(step) {
    this.step = Math.max(0, Math.min(this.last, Math.round(step)));
    this.show(this.step, this.playing);
  }

  /** Plays, from the start if the end is shown. */
  play() {
    if (this.playing) return;
    this.playing = true;
    if (this.step === this.last) this.step = 0;
    this.since = performance.now();
    this.show(this.step, true);
    requestAnimationFrame((time) => this.tick(time));
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.show(this.step, false);
  }

  /** @param {number} time */
  tick(time) {
    if (!this.playing) return;
    const due = Math.floor(((time - this.since) * this.speed) / 1000);
    if (due > 0) {
      // A screen that was not ready in time does not make up for it by leaving steps out.
      this.since = due > 1 ? time : this.since + 1000 / this.speed;
      this.step += 1;
      if (this.step >= this.last) {
        this.step = this.last;
        this.playing = false;
      }
      this.show(this.step, this.playing);
    }
    if (this.playing) requestAnimationFrame((next) => this.tick(next));
  }
}
