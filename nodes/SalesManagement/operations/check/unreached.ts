/** An interface from which nothing ever came back. */
import type { ServiceError } from '../../api/errors/errors';
import type { Client } from '../../api/types';
import { unclear, type Finding } from './finding';
import { TOMORROW, usedUpBy } from './quota';
import { AGAIN, LATER } from './words';

export const UNREACHED = 'address:reached';

/** What is told of a failure that is no sentence of this package may name the host. */
const whyOf = ({ outcome, transient, serviceMessage }: ServiceError): string =>
	outcome === 'unreachable' || transient ? serviceMessage : 'No response came';

/** Nothing was written: where it was sent and no answer came, the address may be wrong all the same. */
const adviceOf = ({ outcome, advice }: ServiceError, { baseUrl }: Client['words']): string =>
	outcome === 'unreachable'
		? advice
		: `check that the service is running and that the ${baseUrl} of the credential is right`;

const capital = (text: string) => text.replace(/^./, (letter) => letter.toUpperCase());

/** One interface from which nothing came back, and why. */
export interface Unreached {
	readonly error: ServiceError;
	readonly words: Client['words'];
}

/** What is said of it where the other interface was checked. */
export function unreached({ error, words }: Unreached): Finding {
	const usedUp = usedUpBy(error);
	if (usedUp !== undefined) return unclear(UNREACHED, `Not answered: ${usedUp}.`, TOMORROW);
	if (error.status !== undefined) return unclear(UNREACHED, `${error.status}`, LATER);
	return unclear(UNREACHED, whyOf(error), `${capital(adviceOf(error, words))}. ${AGAIN}`);
}

/** The error where no interface can be reached: it names each of their addresses. */
export function ofNone([first, second]: readonly [Unreached, ...Unreached[]]): ServiceError {
	const { error, words } = first;
	if (error.status !== undefined) return error;
	if (!second) return error.with({ advice: adviceOf(error, words) });
	const [one, other] = [words.baseUrl, second.words.baseUrl];
	return error.with({
		serviceMessage: `${error.serviceMessage}, and nothing came back from the ${other} either`,
		advice: `check that the service is running, and both the ${one} and the ${other} of the credential`,
	});
}
