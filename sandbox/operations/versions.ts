import type { TObject, TProperties, TSchema } from '@sinclair/typebox';
import type { IncomingHttpHeaders } from 'node:http';
import type { CredentialKind, OperationContract, VersionName } from '../contract/operationContract';
import type { Options } from '../contract/options';
import type { Refusal } from '../contract/refusal';
import type { TimeFormat } from '../contract/time';
import type { ReadOptions } from '../domain/records/reading';
import type { BaseRow } from '../domain/properties/property';
import type { List, Page } from './listPages';
import type { Call, Operation } from './operation';

/** The parameters that an operation knows, of its query and its body, as far as they are given. */
export interface RequestParameters {
	page?: number;
	limit?: number;
	cursor?: string;
	itemKeyAsPropertyKey?: unknown;
	include_related_objects?: unknown;
	include_files?: unknown;
	compactCustoms?: boolean;
	noCustoms?: boolean;
	/** The form of custom values that follows from it; whole without it. */
	customs?: ReadOptions['customs'];
}

/** What a list can be sorted by: columns by sort key, and the usual order. */
export interface Sorting {
	columns: Record<string, string>;
	usual: string;
}

/** What the versions of the interface say differently about what both of them do. */
export interface Conventions {
	version: VersionName;
	time: TimeFormat;
	/** The form of custom values that a search asks for. */
	searchCustoms: (asked: RequestParameters) => ReadOptions['customs'];
	/** The query parameter of writes that send notifications. */
	notice: TProperties;
	/** The query of every action list, and what one is sorted by. */
	actionList: { query: TProperties; sorting: Sorting };
	/** The schema of the response of a list that is no page list in both, and of a search. */
	listEnvelope: (plural: string, item: TSchema) => TObject;
	/** One page of any other list, or of what a search finds. @param id the operation's */
	page: <Row extends BaseRow>(
		call: Call,
		list: List<Row> & { id: string; asked: RequestParameters },
	) => Page<Row>;
}

/** What differs between the versions of the interface, one object each. */
export interface Version {
	name: 'v1' | 'v2';
	/** The credential that a request carries, if any. */
	credentialOf(headers: IncomingHttpHeaders): string | undefined;
	credentialKinds: CredentialKind[];
	/** The status of a successful create. */
	createStatus(options: Options): number;
	/** A refusal in the version's own words; the operation is missing for unknown paths. */
	word(
		refusal: Refusal,
		options: Options,
		operation?: OperationContract,
	): { status: number; body: unknown };
	/** Throws a {@link Refusal} for a response that is too large. */
	checkSize?(options: Options, bytes: number): void;
	operations: Operation[];
}
