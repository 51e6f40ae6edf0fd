/** Sentences of advice that more than one part of the check gives: for people who build workflows. */

/** Where a workflow can't mend it. */
export const ATTACH =
	'Please attach the report to an issue of this package; it holds nothing of your data.';

/** The same behind a colon. */
export const THEN_ATTACH = `${ATTACH.charAt(0).toLowerCase()}${ATTACH.slice(1)}`;

/** What is to be done with an address that was found. */
export const COPY_OVERRIDES =
	'and the operation fails until the credential knows it: copy endpointOverrides of the last item into Endpoint Overrides of the credential.';

/** Evidence of what was not asked. */
export const notAskedFor = (why: string): string => `Not asked: ${why}.`;

/** Reasons for that, which more than one part knows. */
export const NO_RECORD = 'no record to try it with';
export const NOT_ACCEPTED = 'the service does not accept the credential';

export const RUN_LATER = 'Run the check again later.';

/** Where the service was busy, or out of order for a moment. */
export const LATER = 'The service could not answer at that moment: run this check again later.';

/** Where something has to be set right first. */
export const AGAIN = 'Then run the check again.';

/** Where nothing has to be done. */
export const NOTHING = 'You don’t have to do anything.';

/** Where the node may well cope. */
export const tryOut = (what: string): string =>
	`Try ${what} once: if the result is right, you don’t have to do anything. If it is not: ${THEN_ATTACH}`;

/** Where totals are estimates. */
export const INEXACT =
	'The number of records that the service tells is an estimate. Lists are read to their end all the same; don’t build on that number in a workflow.';

/** Where the order of lists is another one. */
export const UNSORTED = `Lists come in another order than asked for. Where the order matters to a workflow, put a Sort node behind this one, and let a trigger run beside your work for a day before you rely on it. ${ATTACH}`;

/** Where somebody has entered another address than the right one. */
export const CORRECT_ENTERED =
	'Correct or remove it under Endpoint Overrides of the credential, then run the check again.';
