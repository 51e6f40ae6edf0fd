import type { IDataObject } from 'n8n-workflow';
import { ROUTES, type OperationId, type ResourceId } from '../../api/routes/routes';
import type { ApiVersion, Client, Route } from '../../api/types';
import type { Answer, Question } from './question';
import { CUSTOM_OBJECTS, Names } from './names';
import { listIn, recordIn } from './reading';
import { shapeOf } from './shape';
import { Spelling } from './spelling/spelling';

interface Given {
	readonly givenKey?: string;
	readonly now?: () => number;
	readonly sibling?: Known;
}

/** What is known of one interface while it is checked. */
export class Known {
	/** Of each read that answered with success, the first answer. */
	readonly answers = new Map<OperationId, Answer>();
	/** Where operations were found, other than where they were asked first. */
	readonly found = new Map<OperationId, Route>();
	/** The definition of a custom object that is linked to a record. */
	linkedKey?: string;
	/** The reads that were found nowhere, with what they were answered first. */
	readonly missing = new Map<OperationId, Answer>();
	/** The reads that are where they were asked, and were refused. */
	readonly refused = new Set<OperationId>();
	/** The reads that may be at an address where nothing is listed: nothing follows from these. */
	readonly doubtful = new Set<OperationId>();
	readonly spelling: Spelling;
	/** All answers, and the headers of those with 429. */
	readonly heard: Answer[] = [];
	readonly limited: Array<Answer['headers']> = [];
	private readonly vain = new Map<OperationId, Set<string>>();
	/** Whether a window did not hold a record that stayed as it was: that is not looked at twice. */
	hasOddWindows = false;
	/** What an address answers that is certainly not there. */
	nowhere?: Answer;

	/** Where writes were carried out. */
	private readonly writes = new Map<OperationId, Route>();

	readonly names = new Names();
	/** The custom object that the form names. */
	readonly givenKey: string | undefined;
	readonly now: () => number;
	/** The other interface of the same service, which was checked before: it spells alike. */
	private readonly sibling: Known | undefined;

	constructor(
		private readonly client: Pick<Client, 'version' | 'kind' | 'route'>,
		{ givenKey, now = Date.now, sibling }: Given = {},
	) {
		this.givenKey = givenKey?.trim() || undefined;
		this.now = now;
		this.sibling = sibling;
		this.spelling = sibling?.spelling ?? new Spelling();
	}

	get version(): ApiVersion {
		return this.client.version;
	}

	get kind() {
		return this.client.kind;
	}

	has(operation: OperationId): boolean {
		return ROUTES[this.version][operation] !== undefined;
	}

	/** Where an operation is asked: where it was found, by an override, or by the table. */
	route(operation: OperationId): Route {
		return this.found.get(operation) ?? this.client.route(operation);
	}

	/** Whether somebody entered another address for an operation than the table has. */
	isEntered(operation: OperationId): boolean {
		const [entered, row] = [this.entered(operation), this.row(operation)];
		return entered.method !== row.method || entered.path !== row.path;
	}

	/** The address that the credential has: by an override, or by the table. */
	entered(operation: OperationId): Route {
		return this.client.route(operation);
	}

	/** Other addresses at which an operation was looked for in vain. */
	tried(operation: OperationId): Set<string> {
		const paths = this.vain.get(operation) ?? new Set();
		this.vain.set(operation, paths);
		return paths;
	}

	wrote(operation: OperationId, route: Route): void {
		this.writes.set(operation, route);
	}

	/** Where an operation was carried out, if it was. */
	written(operation: OperationId): Route | undefined {
		return this.writes.get(operation);
	}

	/** All writes that were carried out, also at the other interface, with their rows. */
	get allWritten(): Array<{ readonly id: OperationId; readonly row: Route; readonly at: Route }> {
		const own = [...this.writes].map(([id, at]) => ({ id, row: this.row(id), at }));
		return [...own, ...(this.sibling?.allWritten ?? [])];
	}

	/** Whether a record was created elsewhere than where its list is, also at the other interface. */
	get createsElsewhere(): boolean {
		const created = this.written('customer.create');
		if (created === undefined) return this.sibling?.createsElsewhere ?? false;
		return created.path !== this.route('customer.getMany').path;
	}

	/** Whether addresses of the other interface were missing. */
	get isBesideMoved(): boolean {
		const { found, missing } = this.sibling ?? {};
		return (found?.size ?? 0) + (missing?.size ?? 0) > 0;
	}

	/** The row of the table, whatever an override says. */
	row(operation: OperationId): Route {
		return ROUTES[this.version][operation] ?? this.client.route(operation);
	}

	/** The records of the list that was read first. */
	listed(resource: ResourceId): IDataObject[] {
		const operation = `${resource}.getMany` as OperationId;
		if (!this.has(operation)) return [];
		const answer = this.answers.get(operation);
		const plural = this.row(operation).list?.plural ?? '';
		return answer ? (listIn(answer.body, plural)?.value ?? []) : [];
	}

	/** The record that was read by its id. */
	got(resource: ResourceId): IDataObject | undefined {
		return recordIn(this.answers.get(`${resource}.get` as OperationId)?.body)?.value;
	}

	/** What came back, in words: `200 {…}`. */
	told({ status, body, form, question }: Answer, depth?: number): string {
		const isOfOwn = question.operation.startsWith('customObject.');
		const names = isOfOwn ? CUSTOM_OBJECTS : this.names;
		const what = form === 'json' ? shapeOf(body, names, depth) : form;
		return `${status} ${what}`;
	}

	ask(question: Question): Question {
		return { route: this.route(question.operation), ...question };
	}
}
