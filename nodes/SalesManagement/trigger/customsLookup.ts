/** What compact custom values leave out of what a poll emits: shown only, and compared with nothing. */
import { CustomsLookup } from '../lookups/customsLookup';
import { rememberingFor } from '../lookups/source';
import { emitsLess, report } from './log';
import { nameSources } from './nameSources';
import type { Poll } from './pollContext';

const DAY = 86_400_000;

/** Shared by all triggers of the process. What could not be looked up is tried again. */
export const daily = rememberingFor(DAY);

/** What looks up what compact custom values leave out; the log says what could not be found. */
export const customsLookup = (poll: Poll): CustomsLookup => {
	const { context, budget } = poll;
	const sources = nameSources(poll, budget.waitsToShow, daily);
	return new CustomsLookup(sources, (message) => report(context, [emitsLess(message)]));
};
