import { CreatedTracker } from './createdTracker';
import { Ledger } from './ledger';
import { readFrom } from './read';

/** The steps that tests replace, to show that each of them is needed. */
export const STEPS = { readFrom, Ledger, CreatedTracker };
export type Steps = typeof STEPS;
