import {
	ExpressionError,
	NodeApiError,
	NodeOperationError,
	type Failure,
	type INode,
} from 'n8n-workflow';
import { firstLines, formatCount, isObject, UsageError } from '../../shared';
import { isRead, type CredentialKind, type CredentialLabels, type Route } from '../routes';
import kinds from './failureKinds.json';
import statuses from './statuses.json';

export type FailureKind = keyof typeof kinds;

/**
 * The kinds of failure of a request (`failureKinds.json`), each with its cause in n8n's terms: n8n reads it of a poll
 * that failed. A refusal of permissions or of the address is `configuration-invalid` there, n8n's term for what a node
 * points at and may not use. So are other refusals, since the same request would be refused again.
 */
const KINDS = kinds as Readonly<Record<FailureKind, { readonly cause: Failure['cause'] }>>;

/** A row of `statuses.json`: what an HTTP status says of a refusal. */
interface Status {
	readonly kind: FailureKind;
	/** The failure in words, where the service has none. */
	readonly message?: string;
}

export const STATUSES = statuses as Readonly<Partial<Record<number, Status>>>;

/**
 * The fate of the request. `refused`: the service answered and did nothing. `unreachable`: it
 * never got there. `unknown`: no readable answer came, so it may have been carried out.
 */
export type RequestOutcome = 'refused' | 'unknown' | 'unreachable';

/** The kind of a failure of which no more is known than its status, if it has one. */
function kindByStatus(status: number | undefined, outcome: RequestOutcome): FailureKind {
	if (status === undefined) return outcome === 'unreachable' ? 'unreachable' : 'unclear';
	if (status < 300) return 'unclear';
	if (status < 400) return 'address';
	if (status < 500) return STATUSES[status]?.kind ?? 'refused';
	return outcome === 'refused' ? 'invalid' : 'fault';
}

/** The service's messages about one row of a refused bulk request (v1 §4, S2). */
export interface BulkRowError {
	/** The row's place in the request, from 0. */
	readonly index: number;
	readonly messages: readonly string[];
	/** The name of the row: `Item 3`, or `Row 1,007`. */
	readonly who?: string;
}

/** The request to which an answer belongs: it decides what the answer means. */
export interface RequestContext {
	readonly operation: string;
	readonly route: Route;
	readonly kind: CredentialKind;
	readonly labels: CredentialLabels;
}

/** `dealAction.getMany` as the editor shows it: `Deal Action: Get Many`. */
export function operationTitle(operation: string): string {
	return operation
		.split('.')
		.map((part) => part.replace(/([A-Z])/g, ' $1').replace(/^./, (letter) => letter.toUpperCase()))
		.join(': ');
}

/** The parts of a failure; those that are left out are empty. */
export type ServiceErrorParts = Pick<ServiceError, 'operation' | 'outcome' | 'serviceMessage'> &
	Partial<Omit<ServiceError, keyof Error | 'with' | 'isInDoubt' | 'failure' | 'description'>>;

/** A request that failed, in one sentence that says what to do. */
export class ServiceError extends Error {
	override readonly name = 'ServiceError';
	/** Operation id of S1, such as `deal.get`. */
	readonly operation!: string;
	readonly outcome!: RequestOutcome;
	/** By its status where nobody said otherwise. */
	readonly kind: FailureKind;
	/** HTTP status; absent when there was no answer. */
	readonly status?: number;
	/** The failure in the service's own words where it has any; no full stop. */
	readonly serviceMessage!: string;
	/** The service's name for the failure, such as `VALIDATION_FAILED`: for details, not for a sentence. */
	readonly code?: string;
	/** Messages about individual fields. */
	readonly details: readonly string[] = [];
	readonly bulkErrors: readonly BulkRowError[] = [];
	/**
	 * Advice to the user, as the second half of a sentence. The error itself adds that the result of a write in
	 * doubt is to be looked for.
	 */
	readonly advice: string = '';
	/** Whether the same request may succeed later. */
	readonly transient: boolean = false;
	/**
	 * Whether the answer is a JSON object, as the documents show each error of the service (v2 §7, v1 §7).
	 * Anything else may come from a proxy, or from a wrong address.
	 */
	readonly isOwn: boolean = false;
	/** How long the service asks to wait, in milliseconds. */
	readonly retryAfterMs?: number;
	/** When the daily quota resets, in milliseconds since 1970, if it is what is used up. */
	readonly quotaResetsAt?: number;

	constructor(private readonly parts: ServiceErrorParts) {
		super(sentence(parts));
		Object.assign(this, parts);
		this.kind = parts.kind ?? kindByStatus(parts.status, parts.outcome);
	}

	/** The same failure with other parts. */
	with(changes: Partial<ServiceErrorParts>): ServiceError {
		return new ServiceError({ ...this.parts, kind: this.kind, ...changes });
	}

	/** Whether something may have been changed: a read changes nothing, whatever became of it. */
	get isInDoubt(): boolean {
		return isInDoubt(this);
	}

	/** The failure as n8n reads it of a poll. */
	get failure(): Failure {
		const { cause } = KINDS[this.kind];
		if (cause === 'quota-exhausted') return { cause, resetsAtEpochMs: this.quotaResetsAt };
		if (cause === 'rate-limited') return { cause, retryAfterMs: this.retryAfterMs };
		return { cause };
	}

	/** Messages about fields and items, one per line and not too many; absent when the message has it all. */
	get description(): string | undefined {
		const all = linesOf(this);
		return all.length > 1 ? firstLines(all).join('\n') : undefined;
	}
}

/** Advice to run the operation that finds out what the service answers, as the editor shows it. */
export const CHECK_ACCOUNT = 'run Account > Check, which finds out what the service answers';

/** Advice where an answer may come from another address than was meant. */
export const checkAddress = ({ baseUrl }: CredentialLabels): string =>
	`check the ${baseUrl} and the Endpoint Overrides of the credential, or ${CHECK_ACCOUNT}`;

/** Advice after a refusal of the input. */
export const CORRECT_INPUT = 'correct the input';

/** The advice of each error that leaves a write in doubt. */
const LOOK_FIRST =
	'it is not known whether the service carried it out, so look for its result before you repeat it';

const isInDoubt = ({ outcome, operation }: ServiceErrorParts) =>
	outcome === 'unknown' && !isRead(operation);

/**
 * The failure of a request.
 * @throws any other error.
 */
export function failureIn(error: unknown): ServiceError {
	if (error instanceof ServiceError) return error;
	throw error as Error;
}

/** Whether a request failed, and in one of these ways. */
export const isOfKind = <Kind extends FailureKind>(
	error: unknown,
	...kinds: Kind[]
): error is ServiceError & { readonly kind: Kind } =>
	error instanceof ServiceError && kinds.some((kind) => kind === error.kind);

/** Items are counted as n8n counts them, from 0. */
const itemLine = ({ index, messages, who = `Item ${index}` }: BulkRowError) =>
	messages.length === 0 ? who : `${who}: ${messages.join('; ')}`;

/** The lines about items, if there are any: details may count the same rows in another way. */
const linesOf = ({ bulkErrors = [], details = [] }: ServiceErrorParts) =>
	bulkErrors.length > 0 ? bulkErrors.map(itemLine) : details;

function sentence(parts: ServiceErrorParts) {
	const { operation, status, serviceMessage, code } = parts;
	const advice = [parts.advice, isInDoubt(parts) ? LOOK_FIRST : ''].filter(Boolean).join('; ');
	const [first, ...others] = linesOf(parts);
	// The message may end with the first of the lines already.
	const detail = first === undefined || serviceMessage.endsWith(first) ? '' : `: ${oneLine(first)}`;
	const more = others.length > 0 ? `, and ${formatCount(others.length)} more` : '';
	const where = [operationTitle(operation), ...(status === undefined ? [] : [`HTTP ${status}`])];
	// Without advice of ours, the code may help.
	if (advice === '' && code !== undefined) where.push(code);
	return `${oneLine(serviceMessage)}${detail}${more} (${where.join(', ')})${advice && `: ${advice}`}.`;
}

/** A text of the service as part of a sentence: on one line, without a full stop. */
const oneLine = (text: string) =>
	text
		.replace(/\s+/g, ' ')
		.trim()
		.replace(/[.\s]+$/, '');

/** Searches an error and its causes, such as a network error that n8n has wrapped. */
export function findInCauses<T>(
	error: unknown,
	pick: (error: unknown) => T | undefined,
): T | undefined {
	let current = error;
	for (let depth = 0; depth < 6 && current !== undefined && current !== null; depth++) {
		const found = pick(current);
		if (found !== undefined) return found;
		current = (current as { cause?: unknown }).cause;
	}
	return undefined;
}

const carriesRequest = (error: unknown) =>
	findInCauses(
		error,
		(each) => (isObject(each) && ('config' in each || 'request' in each)) || undefined,
	) !== undefined;

/**
 * The cause of any failure, in the terms by which n8n decides when to poll again and whom to tell: the cause
 * that the error declares itself, else one by its class.
 */
function failureOf(error: unknown): Failure {
	const declared = (error as { failure?: Failure } | undefined)?.failure;
	if (declared) return declared;
	const isOneOf = (...classes: ReadonlyArray<new (...given: never[]) => unknown>) =>
		classes.some((each) => error instanceof each);
	// n8n throws these for parameters, expressions and credentials that can't be used.
	if (isOneOf(NodeOperationError, ExpressionError)) return { cause: 'configuration-invalid' };
	// JavaScript throws these by itself: nobody foresaw the failure.
	const isDefect = isOneOf(TypeError, RangeError, ReferenceError, SyntaxError);
	return { cause: isDefect ? 'node-defect' : 'temporarily-unavailable' };
}

/**
 * Any failure as one of n8n's own errors, with message, description, HTTP code, item index and cause.
 * Network errors are never kept as a cause: they hold the request's headers.
 */
export function toNodeError(
	node: INode,
	error: unknown,
	{ itemIndex }: { itemIndex?: number } = {},
): NodeApiError | NodeOperationError {
	if (error instanceof ServiceError) return apiError(node, error, itemIndex);
	const failure = failureOf(error);
	const isNodeError = error instanceof NodeApiError || error instanceof NodeOperationError;
	if (isNodeError && !carriesRequest(error)) {
		error.context.itemIndex ??= itemIndex;
		error.failure ??= failure;
		return error;
	}
	const message = error instanceof Error ? error.message : String(error);
	const clean = new Error(message);
	if (error instanceof Error && !carriesRequest(error)) clean.stack = error.stack;
	const description = error instanceof UsageError ? error.description : undefined;
	return exactly(new NodeOperationError(node, clean, { description, itemIndex, failure }), message);
}

function apiError(node: INode, error: ServiceError, itemIndex: number | undefined): NodeApiError {
	const { message, description, status } = error;
	const nodeError = new NodeApiError(
		node,
		{ message },
		{
			message,
			itemIndex,
			failure: error.failure,
			httpCode: status?.toString(),
		},
	);
	nodeError.description = description;
	return exactly(nodeError, message);
}

/** n8n swaps a message for a stock text when words such as "preexisting" (EEXIST) occur in it. */
function exactly<T extends NodeApiError | NodeOperationError>(nodeError: T, message: string): T {
	nodeError.message = message;
	nodeError.messages = [];
	return nodeError;
}
