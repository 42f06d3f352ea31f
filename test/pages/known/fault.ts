/**
 * What the code is known to read wrongly. `right` is quoted from the page's expected file, `now` is
 * what is given in its place, each so that it stands there once; a line `…` stands for the lines
 * between. Whoever mends a fault deletes its entry.
 */
export type Fault = { page: string; why: string; right: string; now: string }
