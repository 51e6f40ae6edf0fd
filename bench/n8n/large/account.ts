/** The sandbox's own database, read beside it: what a list, a summary or an import must come to. */
import Libsql from 'libsql';

export interface Group {
	readonly phase: number;
	readonly user: number;
	readonly count: number;
	readonly amount: number;
}

/** What an import makes deals of: a deal type with one of everything that belongs to it. */
export interface DealParts {
	readonly dealType: number;
	readonly phase: number;
	readonly product: number;
	readonly probability: number;
	readonly channel: number;
}

const DOMAIN = 1;

export class Account {
	private readonly connection: InstanceType<typeof Libsql>;

	/** @param file of a sandbox that runs with `--data` */
	constructor(file: string) {
		this.connection = new Libsql(file);
	}

	/** The ids of all records of a table, ascending. */
	ids(table: string): number[] {
		return this.rows<{ id: number }>(
			`SELECT id FROM "${table}" WHERE domainId = ${DOMAIN} ORDER BY id`,
		).map(({ id }) => id);
	}

	/** How many deals there are, and how often they were written. */
	deals(): { count: number; writes: number } {
		const [sums] = this.rows<{ count: number; writes: number }>(
			`SELECT COUNT(*) AS count, COALESCE(SUM(version), 0) AS writes FROM deal WHERE domainId = ${DOMAIN}`,
		);
		return sums ?? { count: 0, writes: 0 };
	}

	/** How many deals have each key of an imported row, as [times, how many keys]. */
	keys(): Map<number, number> {
		const field = `json_extract(customs, '$."${this.textField()}"')`;
		const rows = this.rows<{ times: number; many: number }>(
			`SELECT times, COUNT(*) AS many FROM (SELECT COUNT(*) AS times FROM deal
				WHERE domainId = ${DOMAIN} AND ${field} LIKE 'row-%' GROUP BY ${field}) GROUP BY times`,
		);
		return new Map(rows.map(({ times, many }) => [times, many]));
	}

	pipeline(): Group[] {
		return this.rows<Group>(
			`SELECT phaseId AS phase, userId AS user, COUNT(*) AS count, COALESCE(SUM(amount), 0) AS amount
				FROM deal WHERE domainId = ${DOMAIN} GROUP BY phaseId, userId`,
		);
	}

	/** Of each deal type one, in its first phase. */
	dealParts(): DealParts[] {
		return this.settings('dealType').map(({ id }) => {
			const first = (kind: string) =>
				this.settings(kind).find(({ dealTypeId }) => dealTypeId === id)?.id ?? 0;
			return {
				...{ dealType: id, phase: first('phase'), product: first('product') },
				...{ probability: first('probability'), channel: first('channel') },
			};
		});
	}

	close(): void {
		this.connection.close();
	}

	private textField(): number {
		return this.settings('field').find(({ itemKey }) => itemKey === 'deal_text')?.id ?? 0;
	}

	/** The rows of a table of settings, such as `phase`. */
	private settings(name: string): Array<{ id: number; dealTypeId?: number; itemKey?: string }> {
		return this.rows(`SELECT * FROM "${name}" WHERE domainId = ${DOMAIN} ORDER BY id`);
	}

	private rows<Row>(text: string): Row[] {
		return this.connection.prepare(text).all([]) as Row[];
	}
}
