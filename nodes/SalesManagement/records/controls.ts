import type { IDataObject } from 'n8n-workflow';
import type { Controls } from '../fields';
import { mapValues } from '../shared';
import data from './data/controls.json';
import { fieldOf, withoutSchema, type Data } from './fieldsFromData';

/** The values of Output and Output Fields. */
export interface OutputChoice {
	output: 'simplified' | 'raw' | 'selectedFields';
	outputFields: string[];
}

/** The values of the trigger's options. */
export interface TriggerOptions {
	afterDowntime: 'catchUp' | 'skip';
	batchLimit: number;
	customFieldsByKey: boolean;
	emit: 'perRecord' | 'perPoll';
	health: boolean;
	failAfterMinutes: number;
	relatedObjects: boolean;
	deletionSweepHours: number;
	delivery: 'once' | 'atLeastOnce';
	lookbackMinutes: number;
	replayFrom: string;
	startDate: string;
	startFrom: 'now' | 'date' | 'all';
	fieldsToWatch: string[];
	enteredPhases: number[];
	wonPhases: number[];
	lostPhases: number[];
}

/** The values of the node's own parameters, each as it is read. */
interface ControlValues {
	fieldsFrom: { fieldsFrom: string };
	fieldsFromFile: { fieldsFrom: string };
	fieldsFromChanges: { fieldsFrom: string };
	batches: { batchSize: number };
	preview: { dryRun: boolean };
	limit: { stopWhenMoreThan: number };
	changes: { changesFile: boolean };
	match: { matchBy: string };
	alsoMatch: { alsoMatchBy: string };
	columnMapping: { columnMapping: IDataObject[] };
	columnOptions: {
		dateOrder: 'day' | 'month' | 'refuse';
		ifNameNotFound: 'error' | 'skip';
		ignoreColumns: string[];
		onlyMappedColumns: boolean;
		replaceValues: IDataObject[];
	};
	output: OutputChoice;
	outputOfWrite: OutputChoice;
	outputOfList: { output: OutputChoice['output'] | 'file' | 'summary'; outputFields: string[] };
	amount: { returnAll: boolean; limit: number };
	cursor: { startCursor: string };
	pages: { pageLimit: number };
	summary: { groupBy: string[]; values: string[] };
	exported: {
		fileFormat: 'csv' | 'jsonLines';
		fileContent: OutputChoice['output'];
		outputFields: string[];
		binaryPropertyName: string;
	};
	exportOptions: {
		changesSince: string;
		recordsPerFile: number;
		maxFiles: number;
		fileName: string;
		separator: ',' | ';' | 'tab';
		decimalMark: '.' | ',';
		byteOrderMark: boolean;
		keepFormulas: boolean;
	};
	imported: { binaryPropertyName: string };
	importOptions: {
		separator: 'auto' | ',' | ';' | 'tab';
		encoding: string;
		headerRow: number;
		startRow: number;
	};
	searched: { conditions: IDataObject[]; groups: IDataObject[] };
	condition: { field: string; choices: string[]; customer: number; day: string; value: string };
	group: { match: 'all' | 'any' };
	filter: { match: 'all' | 'any'; filterJson: unknown };
	order: { sortOrder: 'ASC' | 'DESC'; sortCustom: string };
	lookUp: { batchLookup: boolean };
	check: { objectKey: string; binaryPropertyName: string };
	trigger: TriggerOptions;
}

/** The data of the parameters. One that is missing there, or has another name, doesn't compile. */
type ControlData = {
	readonly [Part in keyof ControlValues]: {
		readonly collection?: string;
		readonly fields: Readonly<Record<keyof ControlValues[Part], Data>>;
	};
};

const described: ControlData = withoutSchema(data);

/** The node's own parameters, which are not sent, as `data/controls.json` describes them. */
export const CONTROLS = mapValues(described, ({ collection, fields }) => ({
	collection,
	fields: mapValues<string, Data, unknown>(fields, (each, name) => fieldOf({ name, ...each })),
})) as { readonly [Part in keyof ControlValues]: Controls<ControlValues[Part]> };
