import type { TObject, TProperties, TSchema } from '@sinclair/typebox';
import type { IncomingHttpHeaders } from 'node:http';
import type { CredentialKind, OperationContract, VersionName } from '../contract/operation';
import type { Options } from '../contract/options';
import type { Refusal } from '../contract/refusal';
import type { TimeFormat } from '../contract/time';
import type { CustomsForm } from '../domain/records/customs';
import type { Filter, SearchIndex, Sort } from '../domain/rules/search/columns';
import type { Sql } from '../domain/store/sql';
import type { Table } from '../domain/store/table';
import type { Page } from './lists';
import type { Call, Operation } from './operation';

/** The parameters that an operation knows, of its query and its body, as far as they are given. */
export interface Asked {
	page?: number;
	limit?: number;
	cursor?: string;
	sort?: unknown;
	filter?: Filter;
	itemKeyAsPropertyKey?: unknown;
	include_related_objects?: unknown;
	include_files?: unknown;
	compactCustoms?: boolean;
	noCustoms?: boolean;
	/** The form of custom values that follows from it; whole without it. */
	customs?: CustomsForm['form'];
}

/** What a list can be sorted by: columns by sort key, and the usual order. */
export interface Sorting {
	columns: Record<string, string>;
	usual: string;
}

/** A list before its page is chosen. */
export interface List<Row extends { id: number }> {
	/** The operation's id. */
	id: string;
	table: Table<Row>;
	/** Which records; conditions on the row `t`. */
	where: Sql[];
	sorting: Sorting;
	asked: Asked;
}

/** A search before its page is chosen. */
export interface Search<Row extends { id: number }> {
	/** The operation's id. */
	id: string;
	table: Table<Row>;
	/** Which records may be found at all. */
	where: Sql[];
	index: SearchIndex;
	asked: Asked & { filter: Filter; sort?: Sort };
}

/** What the versions of the interface say differently about what both of them do. */
export interface Idiom {
	version: VersionName;
	time: TimeFormat;
	/** How the custom values of contacts are shown where nothing else is asked for. */
	contactCustoms: CustomsForm['form'];
	/** Whether custom values of contacts and actions may carry itemKey (S5). */
	itemKeysOnContactsAndActions: boolean;
	/** The form of custom values that a search asks for. */
	searchCustoms: (asked: Asked) => CustomsForm['form'];
	/** The query parameter of writes that send notifications. */
	notice: TProperties;
	/** The query of every action list, and what one is sorted by. */
	actionList: { query: TProperties; sorting: Sorting };
	/** The schema of a page list's response. */
	pageEnvelope: (plural: string, item: TSchema) => TObject;
	/** Whether a page of a page list holds a fixed number of elements. */
	hasFixedPages: boolean;
	/** Whether the path of adding a member may name the user (v1 §4). */
	hasMemberInPath: boolean;
	/** The schema of the response of any other list, and of a search. */
	listEnvelope: (plural: string, item: TSchema) => TObject;
	/** A page's response, in the order of the documents. */
	respond: (plural: string, elements: unknown[], envelope: object) => object;
	listPage: <Row extends { id: number }>(call: Call, list: List<Row>) => Page<Row>;
	searchPage: <Row extends { id: number }>(call: Call, search: Search<Row>) => Page<Row>;
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
