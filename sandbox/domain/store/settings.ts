import type { FieldOwner } from '../properties/property';
import type { Database } from './database';
import { raw, sql } from './sql';

/** The tables whose custom values are searched. */
const searched: ReadonlySet<string> = new Set(['customer', 'deal', 'contact']);

/** A value of JSON text by its key, as it is compared. Never call it with a key from a request. */
export function valueIn(column: string, key: string | number, itemType: ItemType): string {
	const stored = `json_extract(${column}, '$."${key}"')`;
	return itemType === 'decimal_number' ? `CAST(${stored} AS REAL)` : stored;
}

/**
 * The value of a custom field as an expression, written in the same way wherever it stands: only then
 * does the database find the index on it.
 * @param row the name of the row with a point, where the statement gives it one
 */
export const customColumn = (
	{ id, itemType, factor }: Pick<Field, 'id' | 'itemType' | 'factor'>,
	row = '',
): string =>
	factor === undefined
		? valueIn(`${row}customs`, id, itemType)
		: `CAST((COALESCE(${row}amount, 0) * ${factor}) AS REAL)`;

/** Lists are searched by what they hold, calculations by what they are made of. */
const isIndexed = ({ owner, itemType }: Field) =>
	searched.has(owner) && !['multi_select', 'user', 'calculation'].includes(itemType);

/** Makes the values of a field be found without looking at every record. */
function indexCustom(database: Database, field: Field): void {
	if (!isIndexed(field)) return;
	const { id, owner: table } = field;
	const column = customColumn(field);
	const index = `${table}_custom_${id}`;
	database.exec(
		`CREATE INDEX IF NOT EXISTS "${index}" ON "${table}" (domainId, ${column}) ` +
			`WHERE ${column} IS NOT NULL`,
	);
}

export const itemTypes = [
	'text',
	'date',
	'number',
	'decimal_number',
	'url',
	'single_select',
	'multi_select',
	'user',
] as const;
/** Types of custom fields; deals know `calculation` too (S3). */
export type ItemType = (typeof itemTypes)[number] | 'calculation';

export interface FieldOption {
	id: number;
	value: number;
	label: string;
}

/** A field of a custom object. */
export interface ObjectItem {
	itemKey: string;
	name: string;
	itemType: (typeof itemTypes)[number];
	options: Array<{ key: string; label: string }>;
}

interface Named {
	name: string;
}
interface OfDealType extends Named {
	dealTypeId: number;
	orderNum: number;
}

/** What a domain is set up with, by kind. Small, so all of it stays in memory. */
export interface SettingKinds {
	dealType: Named;
	/** status: 1 = in progress, 2 = won, 3 = lost (S3). */
	phase: OfDealType & { status: number };
	product: OfDealType;
	probability: OfDealType;
	channel: OfDealType;
	endPhaseReason: OfDealType;
	dealCustomerType: OfDealType;
	actionPurpose: OfDealType & { patternId: number };
	actionPattern: Named;
	industry: Named;
	lifecycleStageType: Named & { stages: Array<{ id: number; name: string }> };
	field: Named & {
		owner: FieldOwner;
		itemKey: string | null;
		itemType: ItemType;
		orderNum: number;
		options: FieldOption[];
		/** When each option of an action's field was added, in ms, by its id (v1 §2.9, labels). */
		optionTimes?: Record<string, number>;
		/** Of a calculation: this many times the deal's amount. */
		factor?: number;
	};
	customObjectDef: Named & {
		key: string;
		items: ObjectItem[];
	};
	billingType: Named & { key: string };
	roundType: Named & { key: string };
}

export type SettingKind = keyof SettingKinds;
/** What belongs to a deal type. */
export type PartOfDealType = {
	[Kind in SettingKind]: SettingKinds[Kind] extends OfDealType ? Kind : never;
}[SettingKind];
export type Setting<Kind extends SettingKind> = SettingKinds[Kind] & {
	id: number;
	domainId: number;
};

/** A custom field. */
export type Field = Setting<'field'>;

/** The settings of all domains; each list stays in memory from when it is first read. */
export class Settings {
	private readonly lists = new Map<string, Array<Setting<SettingKind>>>();

	constructor(private readonly database: Database) {}

	/** After a transaction that wrote settings was rolled back, they are read again. */
	forget(): void {
		this.lists.clear();
	}

	find<Kind extends SettingKind>(
		kind: Kind,
		domainId: number,
		id: number | null,
	): Setting<Kind> | undefined {
		return this.list(kind, domainId).find((setting) => setting.id === id);
	}

	/** The settings of a kind in the order of their `orderNum`, where they have one, then id. */
	list<Kind extends SettingKind>(kind: Kind, domainId: number): Array<Setting<Kind>> {
		const key = `${kind} ${domainId}`;
		let list = this.lists.get(key);
		if (!list) {
			const rows = this.database.rows(
				sql`SELECT id, data FROM setting WHERE kind = ${kind} AND domainId = ${domainId}
					ORDER BY json_extract(data, '$.orderNum'), id`,
			);
			list = rows.map(
				([id, data]) => ({ ...JSON.parse(String(data)), id, domainId }) as Setting<SettingKind>,
			);
			this.lists.set(key, list);
		}
		return list as unknown as Array<Setting<Kind>>;
	}

	/** The ids of the domains that are set up: those with deal types. */
	domains(): number[] {
		const rows = this.database.rows(
			raw("SELECT DISTINCT domainId FROM setting WHERE kind = 'dealType' ORDER BY 1"),
		);
		return rows.map(([domainId]) => Number(domainId));
	}

	/** Adds a setting, or replaces the one of that id, and returns it. */
	put<Kind extends SettingKind>(
		kind: Kind,
		setting: SettingKinds[Kind] & { domainId: number; id?: number },
	): Setting<Kind> {
		const next = sql`SELECT COALESCE(MAX(id), 0) + 1 FROM setting WHERE kind = ${kind}`;
		const { id = Number(this.database.value(next)), domainId, ...data } = setting;
		const text = 'INSERT OR REPLACE INTO setting (kind, id, domainId, data) VALUES (?, ?, ?, ?)';
		this.database.run(text, [kind, id, domainId, JSON.stringify(data)]);
		this.forget();
		const whole = { ...data, id, domainId } as unknown as Setting<Kind>;
		if (kind === 'field') indexCustom(this.database, whole as unknown as Field);
		return whole;
	}

	remove(kind: SettingKind, id: number): void {
		this.database.run('DELETE FROM setting WHERE kind = ? AND id = ?', [kind, id]);
		this.forget();
	}
}
