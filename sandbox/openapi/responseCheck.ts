import Ajv2020 from 'ajv/dist/2020';
import type { ErrorObject } from 'ajv';
import type { TSchema } from '@sinclair/typebox';
import addFormats from 'ajv-formats';
import type { ResponseCheck } from '../http/serve';
import { isDateTime } from '../contract/time';
import { quickToCompile } from '../contract/validation';
import { answersOf, errorBody, unauthorizedBody } from './responseSchemas';

/** Compares every response of the sandbox with the OpenAPI description of its operation and status. */
export class CheckedResponses {
	/** Messages such as `v2 deal.getMany 200: the body must be array`. */
	private readonly mismatches: string[] = [];

	readonly check: ResponseCheck = (version, { operation, method, url }, status, text) => {
		const body = operation
			? answersOf(version, operation).get(status)?.body
			: status === 401
				? unauthorizedBody
				: errorBody;
		const messages = wrongIn(body, status, text);
		if (messages.length === 0) return undefined;
		const asked = operation?.id ?? `${method} ${url}`;
		const mismatch = `${version.name} ${asked} ${status}: ${messages.join('; ')}`;
		this.mismatches.push(mismatch);
		return mismatch;
	};

	/** @throws Error if any response was not as described, so that no test overlooks it */
	conclude(): void {
		if (this.mismatches.length === 0) return;
		throw new Error(`Not as the OpenAPI description says:\n${this.mismatches.join('\n')}`);
	}
}

const ajv = addFormats(new Ajv2020({ strict: false, ...quickToCompile }), ['date']);
ajv.addFormat('date-time', isDateTime);
/** The errors of a response; none if it is as described. */
function wrongIn(body: TSchema | null | undefined, status: number, text: string): string[] {
	if (body === undefined) return [`the description has no status ${status}`];
	if (body === null) return text === '' ? [] : ['the description has no body'];
	const validate = ajv.compile(body);
	try {
		return validate(JSON.parse(text)) ? [] : (validate.errors ?? []).map(wording);
	} catch {
		return [`the body is not JSON: ${text.slice(0, 80)}`];
	}
}

function wording({ instancePath, message, params }: ErrorObject): string {
	const extra = 'additionalProperty' in params ? ` (${params.additionalProperty})` : '';
	return `${instancePath || 'the body'} ${message}${extra}`;
}
