/** The files of a release's folder. */
import type { IDataObject } from 'n8n-workflow';
import type { WireRow } from '../../support/wire';
import type { SavedParameter } from './parameters';

export interface SavedOperations {
	/** The names of the records that the IDs stand for, in their order. */
	readonly ids: readonly string[];
	readonly v1: readonly WireRow[];
	readonly v2: readonly WireRow[];
}

export interface SavedTrigger {
	readonly name: string;
	readonly parameters: IDataObject;
	/** What n8n saved of it. */
	readonly state: IDataObject;
	/** The service's deals when it was saved. */
	readonly before: IDataObject[];
	/** And when the later build polls for the first time. */
	readonly after: IDataObject[];
	/** The IDs of the deals that this poll must emit. */
	readonly emits: readonly number[];
}

/** Everything that the forms of the two nodes take. */
export interface SavedParameters {
	readonly node: readonly SavedParameter[];
	readonly trigger: readonly SavedParameter[];
}
