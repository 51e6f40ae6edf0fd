import Ajv2020 from 'ajv/dist/2020';
import type { ErrorObject, ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import type { Server } from 'node:http';
import type { OperationContract } from '../contract/operation';
import type { Version } from '../operations/version';
import { isDateTime } from '../contract/time';
import { quickToCompile } from '../contract/validation';
import { describe } from './describe';
import type { OpenApiDocument } from './document';

/** A response of the sandbox that its OpenAPI description does not describe. */
export interface Mismatch {
	/** `v2 deal.getMany 200`, or `v2 GET /nowhere 404` where there is no operation. */
	response: string;
	messages: string[];
}

/** The status that a response gets in place of its own when it is not as described. */
export const mismatchStatus = 599;

/**
 * Holds every response of the sandbox against the OpenAPI description of its operation and status.
 * Responses that an injected fault makes or damages are left alone.
 */
export class ResponseCheck {
	readonly mismatches: Mismatch[] = [];

	constructor(private readonly versions: Version[]) {}

	/** From now on a response that is not as described becomes a 599 that says why. */
	watch(app: FastifyInstance<Server>): void {
		app.addHook('onSend', async (request, reply, payload) => {
			const version = this.versions.find(({ name }) => request.url.startsWith(`/${name}/`));
			if (!version || request.isInjected) return payload;
			const { operation } = request.routeOptions.config;
			const text = typeof payload === 'string' ? payload : '';
			const messages = checkOf(version).check(operation, reply.statusCode, text);
			if (messages.length === 0) return payload;
			const asked = operation?.id ?? `${request.method} ${request.url}`;
			const mismatch = { response: `${version.name} ${asked} ${reply.statusCode}`, messages };
			this.mismatches.push(mismatch);
			request.log.error(mismatch, 'not as described');
			reply.code(mismatchStatus).type('application/json').removeHeader('content-length');
			return JSON.stringify({ error: 'NOT_AS_DESCRIBED', ...mismatch });
		});
	}

	/** Throws if any response was not as described, so that no test overlooks it. */
	conclude(): void {
		if (this.mismatches.length === 0) return;
		const lines = this.mismatches.map(({ response, messages }) => {
			return `${response}: ${messages.join('; ')}`;
		});
		throw new Error(`Not as the OpenAPI description says:\n${lines.join('\n')}`);
	}
}

const checks = new WeakMap<Version, VersionCheck>();

/** Made when it is first needed, since many tests ask one version only; once a process, as it remembers nothing. */
function checkOf(version: Version): VersionCheck {
	const check = checks.get(version) ?? new VersionCheck(version);
	checks.set(version, check);
	return check;
}

/** The checks of one version, each made when it is first needed. */
class VersionCheck {
	private readonly name: string;
	private readonly document: OpenApiDocument;
	private readonly ajv = new Ajv2020({ strict: false, ...quickToCompile });
	private readonly checks = new Map<string, ValidateFunction>();

	constructor(version: Version) {
		this.name = version.name;
		this.document = describe(version);
		addFormats(this.ajv, ['date']);
		this.ajv.addFormat('date-time', isDateTime);
		this.ajv.addSchema(this.document, this.name);
	}

	/** What is wrong with a response; nothing if it is as described. */
	check(operation: OperationContract | undefined, status: number, text: string): string[] {
		const pointer = operation ? this.pointerOf(operation, status) : errorPointer(status);
		if (pointer === undefined) return [`the description has no status ${status}`];
		if (pointer === null) return text === '' ? [] : ['the description has no body'];
		let body: unknown;
		try {
			body = JSON.parse(text);
		} catch {
			return [`the body is not JSON: ${text.slice(0, 80)}`];
		}
		const validate = this.checkAt(pointer);
		return validate(body) ? [] : (validate.errors ?? []).map(wording);
	}

	/** Where the schema of a response is; null for one without a body. */
	private pointerOf(
		{ path, method }: OperationContract,
		status: number,
	): string[] | null | undefined {
		const key = method.toLowerCase();
		const response = this.document.paths[path]?.[key]?.responses[status];
		if (!response) return undefined;
		if (!response.content) return null;
		return ['paths', path, key, 'responses', `${status}`, 'content', 'application/json', 'schema'];
	}

	private checkAt(parts: string[]): ValidateFunction {
		const pointer = parts
			.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
			.join('/');
		const validate =
			this.checks.get(pointer) ?? this.ajv.compile({ $ref: `${this.name}#/${pointer}` });
		this.checks.set(pointer, validate);
		return validate;
	}
}

/** Where there is no operation: the error of every path, or that of a missing credential. */
const errorPointer = (status: number) => [
	'components',
	'schemas',
	status === 401 ? 'Unauthorized' : 'Error',
];

function wording({ instancePath, message, params }: ErrorObject): string {
	const extra = 'additionalProperty' in params ? ` (${params.additionalProperty})` : '';
	return `${instancePath || 'the body'} ${message}${extra}`;
}
