import type { IDataObject } from 'n8n-workflow';
import type { OperationId } from '../../api/routes/routes';
import type { QueryValue, Route } from '../../api/types';

/** One request of the check. */
export interface Question {
	readonly operation: OperationId;
	readonly path?: Readonly<Record<string, string | number>>;
	readonly query?: Readonly<Record<string, QueryValue | undefined>>;
	readonly body?: IDataObject;
	/** Where to, instead of the operation's route. */
	readonly route?: Route;
	/** Whether it is one of those that a missing route may cost besides. */
	readonly isSpelling?: true;
	/** Whether a refusal is an answer like any other: what is asked for is not there. */
	readonly mayBeRefused?: true;
	/** Whether it belongs to the writes, which go on to their end whatever comes back. */
	readonly isOwn?: true;
	/** Whether it removes what was made, or leads to it: it is asked even where the execution is cancelled. */
	readonly isRemoval?: true;
}

/** In which form the body came. */
export type BodyForm = 'json' | 'empty' | 'html' | 'text';

/** What came back. */
export interface Answer {
	readonly question: Question;
	/** 0 where nothing came back. */
	readonly status: number;
	/** Parsed, without a byte order mark before it (`api/http/body.ts`); `undefined` when empty. */
	readonly body: unknown;
	readonly form: BodyForm;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, unknown>>;
	/** The service's clock and this machine's at the time, in milliseconds since 1970. */
	readonly serverTime?: number;
	readonly now: number;
	/** That the day's requests are used up, in a sentence; absent where they are not. */
	readonly usedUp?: string;
	/** Whether it was not sent, since the execution is cancelled. */
	readonly isUnsent?: boolean;
}

export const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300;
