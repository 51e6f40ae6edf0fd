import type { IDataObject } from 'n8n-workflow';
import { isTooLarge } from '../api/answers';
import { ServiceError, UsageError } from '../api/errors';
import type { Client, ListRules, QueryValue, ServiceAnswer } from '../api/types';
import { CursorRejected, type Query, type Row, type Source, type View } from '../polling';
import type { OperationId } from '../api/routes';
import type { Watch } from '../records/record';
import { toRow } from './versions';

/** What a list is asked besides its window. */
export interface Question {
	readonly list: OperationId;
	readonly watch: Watch;
	readonly query: Readonly<Record<string, QueryValue | undefined>>;
	readonly path: Readonly<Record<string, string | number>>;
	/** The value of a record that the event compares. */
	readonly watchedOf?: (record: IDataObject) => string;
}

const HOUR = 3_600_000;
/** How far back a manual test looks where the newest can't be asked for. */
const LOOK_BACK = [HOUR, 24 * HOUR, 30 * 24 * HOUR, Infinity];

/** The pages of one list of the service, as the polling engine wants them. */
export class ListSource implements Source<IDataObject> {
	private readonly rules: ListRules;

	private pageSize: number;

	constructor(
		private readonly client: Client,
		private readonly question: Question,
		private readonly timeLeft: () => number,
	) {
		const { list: rules } = client.route(question.list);
		if (!rules) throw new UsageError(`${question.list} returns no list.`);
		this.rules = rules;
		this.pageSize = rules.pageSize;
	}

	get ordered(): boolean {
		return this.question.watch.sortable;
	}

	async read({ from, to, cursor }: Query): Promise<View<IDataObject>> {
		const iso = (time?: number) => (time === undefined ? undefined : new Date(time).toISOString());
		const window = { updatedAtFrom: iso(from), updatedAtTo: iso(to), sort: this.rising };
		const place = cursor === undefined ? {} : { [this.cursorName]: cursor };
		const answer = await this.send({ ...window, ...place, limit: this.limit }).catch(
			(error: unknown) => this.smallerOr(error, cursor),
		);
		return answer ? this.toView(answer, cursor) : await this.read({ from, to });
	}

	/** v1 refuses answers above 10 MB (v1 §7): then pages become smaller, and numbers begin anew. */
	private smallerOr(error: unknown, cursor: string | undefined): undefined {
		const tooLarge = isTooLarge(error) && this.limit !== undefined && this.pageSize > 1;
		if (tooLarge) this.pageSize = Math.floor(this.pageSize / 2);
		const refused = error instanceof ServiceError && error.status === 400;
		if (cursor !== undefined && (tooLarge || refused)) throw new CursorRejected();
		if (!tooLarge) throw error as Error;
	}

	async serverTime(): Promise<number> {
		return serverTimeOf(await this.send({ limit: this.rules.takesLimit ? 1 : undefined }));
	}

	/** The newest records first, as many as wanted; for a manual test. */
	async newest(count: number): Promise<Array<Row<IDataObject>>> {
		if (this.question.watch.newestFirst) {
			const limit = this.rules.takesLimit ? count : undefined;
			const answer = await this.send({ sort: '-updatedAt', limit });
			return this.toView(answer).rows.slice(0, count);
		}
		const now = await this.serverTime();
		for (const back of LOOK_BACK) {
			const { rows } = await this.read(back === Infinity ? {} : { from: now - back });
			if (rows.length >= count || back === Infinity) {
				return [...rows].sort((a, b) => b.updatedAt - a.updatedAt).slice(0, count);
			}
		}
		return [];
	}

	/** Rising by update time; in v1 keys are combined, so that equal times have an order (v1 §4). */
	private get rising(): string | undefined {
		if (!this.ordered) return undefined;
		return this.client.version === 'v1' ? 'updatedAt,id' : 'updatedAt';
	}

	private get limit(): number | undefined {
		return this.rules.takesLimit ? this.pageSize : undefined;
	}

	/** Page lists have no cursor; the number of the next page stands for one. */
	private get cursorName(): 'cursor' | 'page' {
		return this.rules.style === 'page' ? 'page' : 'cursor';
	}

	private async send(query: Question['query']): Promise<ServiceAnswer> {
		const { list, path, query: filters } = this.question;
		return await this.client.send(
			{ operation: list, path, query: { ...filters, ...query } },
			{ maxWaitMs: this.timeLeft() },
		);
	}

	private toView(answer: ServiceAnswer, cursor?: string): View<IDataObject> {
		const body = (answer.body ?? {}) as IDataObject;
		const records = body[this.rules.plural];
		if (!Array.isArray(records)) {
			throw new UsageError(
				`The answer of the service has no list "${this.rules.plural}"; check the Base URL of the credential.`,
			);
		}
		const { watchedOf } = this.question;
		const rows = (records as IDataObject[]).map((record) => toRow(record, watchedOf));
		const next = this.cursorAfter(body, rows.length, cursor);
		return {
			rows,
			...(next !== undefined && { cursor: next }),
			...(typeof body.totalCount === 'number' && { total: body.totalCount }),
			serverTime: serverTimeOf(answer),
		};
	}

	private cursorAfter(body: IDataObject, count: number, cursor = '1'): string | undefined {
		if (this.rules.style === 'page') {
			return count < this.pageSize ? undefined : String(Number(cursor) + 1);
		}
		const { hasMore, nextCursor } = body;
		if (!(hasMore ?? nextCursor)) return undefined;
		if (typeof nextCursor === 'string' && nextCursor !== '') return nextCursor;
		throw new UsageError('The service promised more records and gave no cursor to read them with.');
	}
}

function serverTimeOf({ serverTime }: ServiceAnswer): number {
	if (serverTime !== undefined) return serverTime;
	throw new UsageError(
		'The answer of the service carries no Date header, which the trigger needs to tell the time.',
	);
}
