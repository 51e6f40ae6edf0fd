/** n8n's Data Table 1.1: tables by name, whose columns take values of their types alone. */
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { isObject, textOf } from '../../../nodes/SalesManagement/values';
import { node } from './exampleNode';

interface Table {
	readonly columns: ReadonlyMap<string, string>;
	readonly rows: IDataObject[];
}

interface Condition {
	readonly keyName: string;
	readonly condition: string;
	readonly keyValue?: unknown;
}

class Tables {
	private readonly tables = new Map<string, Table>();
	private lastId = 0;

	constructor(private readonly now: () => number) {}

	run(self: IExecuteFunctions): INodeExecutionData[][] {
		const items = self.getInputData().keys();
		const one = (item: number): IDataObject[] => {
			const operation = textOf(self.getNodeParameter('operation', item));
			if (self.getNodeParameter('resource', item) === 'table') return [this.made(self, item)];
			return operation === 'get' ? this.found(self, item) : [this.upserted(self, item)];
		};
		return [
			[...items].flatMap((item) => one(item).map((json) => ({ json, pairedItem: { item } }))),
		];
	}

	private made(self: IExecuteFunctions, item: number): IDataObject {
		const name = textOf(self.getNodeParameter('tableName', item));
		const columns = self.getNodeParameter('columns.column', item) as IDataObject[];
		const options: unknown = self.getNodeParameter('options', item);
		if (this.tables.has(name) && !(isObject(options) && options.createIfNotExists === true))
			throw new Error(`${name} is there`);
		const table = this.tables.get(name) ?? {
			columns: new Map(columns.map((each) => [textOf(each.name), textOf(each.type)])),
			rows: [],
		};
		this.tables.set(name, table);
		return { name };
	}

	private found(self: IExecuteFunctions, item: number): IDataObject[] {
		const { rows } = this.tableOf(self, item);
		return rows.filter((row) => this.fits(self, item, row)).map((row) => ({ ...row }));
	}

	private upserted(self: IExecuteFunctions, item: number): IDataObject {
		const { rows, columns } = this.tableOf(self, item);
		const values = self.getNodeParameter('columns.value', item) as IDataObject;
		for (const [key, value] of Object.entries(values)) {
			const type = columns.get(key) ?? 'a column';
			if (!isOf(type, value)) throw new Error(`${key} is ${JSON.stringify(value)}, not ${type}`);
		}
		const updatedAt = new Date(this.now()).toISOString();
		const place = rows.findIndex((each) => this.fits(self, item, each));
		const empty = Object.fromEntries([...columns.keys()].map((key) => [key, null]));
		const before = rows[place] ?? { ...empty, id: ++this.lastId, createdAt: updatedAt };
		const row = { ...before, ...values, updatedAt };
		rows.splice(place < 0 ? rows.length : place, 1, row);
		return row;
	}

	private tableOf(self: IExecuteFunctions, item: number): Table {
		const { mode, value } = self.getNodeParameter('dataTableId', item) as Record<string, string>;
		const table = mode === 'name' ? this.tables.get(value ?? '') : undefined;
		if (!table) throw new Error(`Data table with name "${value}" not found`);
		return table;
	}

	private fits(self: IExecuteFunctions, item: number, row: IDataObject): boolean {
		const conditions = self.getNodeParameter('filters.conditions', item) as Condition[];
		return conditions.every(({ keyName, condition, keyValue }) =>
			condition === 'isNotEmpty' ? Boolean(row[keyName]) : row[keyName] === keyValue,
		);
	}
}

function isOf(type: string, value: unknown): boolean {
	if (value === null || value === undefined) return type !== 'a column';
	if (type !== 'date') return typeof value === type;
	return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

const PARAMETERS = ['resource', 'operation', 'tableName', 'dataTableId', 'filters', 'columns'];

/** `now` is the clock by which rows are changed. */
export function dataTable(now: () => number = Date.now): INodeType {
	const tables = new Tables(now);
	return node('dataTable', [...PARAMETERS, 'options', 'returnAll'], (self) => tables.run(self));
}
