import type { Same } from './answerForms';
import type { Told } from '../../../support/dialectTranscript';

/** What one dialect changes, and nothing else. */
export interface Row {
	name: string;
	/** Makes answers with and without the dialect the same. */
	same: Same;
	/** What a client sees in an answer: at a path of it, or what is made of it. */
	sees: Array<[key: string, where: string | ((told: Told) => unknown), what: unknown]>;
}

export const row = (name: string, same: Same, ...sees: Row['sees']): Row => ({ name, same, sees });
