/** Which vectors of a text's tokens are wanted. */

/** None. */
export const NO_TOKENS = 0;
/** Projected ones, of the tokens that count. */
export const PROJECTED_TOKENS = 1;
/** All of them, as the network gives them. */
export const WHOLE_TOKENS = 2;
