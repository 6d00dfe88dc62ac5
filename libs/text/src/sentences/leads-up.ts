/** How a sentence ends that leads up to what follows it. */
export const LEADS_UP = /[:：]$/u;
