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

/** The parameters of a request's query and body that decide how records are paged and shown. */
export interface RequestParameters {
	page?: number;
	limit?: number;
	cursor?: string;
	itemKeyAsPropertyKey?: unknown;
	include_related_objects?: unknown;
	include_files?: unknown;
	compactCustoms?: boolean;
	noCustoms?: boolean;
	/** The form of custom values; `full` without it. */
	customs?: ReadOptions['customs'];
}

/** The sort keys of a list with their columns, and its default order. */
export interface Sorting {
	columns: Record<string, string>;
	usual: string;
}

/** The differences between the versions in what both of them do. */
export interface Conventions {
	version: VersionName;
	time: TimeFormat;
	/** The form of custom values that a search asks for. */
	searchCustoms: (asked: RequestParameters) => ReadOptions['customs'];
	/** The query parameter of writes that send notifications. */
	notice: TProperties;
	/** The query and the sorting of every action list. */
	actionList: { query: TProperties; sorting: Sorting };
	/** The schema of the response of a search, and of a list that is not a page list in both versions. */
	listEnvelope: (plural: string, item: TSchema) => TObject;
	/** One page of such a list or search; `id` is the operation's. */
	page: <Row extends BaseRow>(
		call: Call,
		list: List<Row> & { id: string; asked: RequestParameters },
	) => Page<Row>;
}

/** A version of the interface: its operations, and the ways in which it differs from the other. */
export interface Version {
	name: 'v1' | 'v2';
	/** The credential that a request carries, if any. */
	credentialOf(headers: IncomingHttpHeaders): string | undefined;
	credentialKinds: CredentialKind[];
	/** The status of a successful create. */
	createStatus(options: Options): number;
	/** Formats a refusal; the operation is missing for unknown paths. */
	word(
		refusal: Refusal,
		options: Options,
		operation?: OperationContract,
	): { status: number; body: unknown };
	/** @throws Refusal for a response that is too large */
	checkSize?(options: Options, bytes: number): void;
	operations: Operation[];
}
