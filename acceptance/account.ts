/** A test account, as this package's own nodes reach it on n8n's engine. */
import type { IDataObject } from 'n8n-workflow';
import { isBlank, textOf } from '../nodes/SalesManagement/shared';
import { createPoller, runNode, type CredentialSet, type Poller } from '../test/support/harness';

export interface Access {
	readonly baseUrl: string;
	readonly token: string;
	/** As entered under Endpoint Overrides. */
	readonly overrides?: string;
	/** As the documents allow (v2 §8), unless a test has no limit. */
	readonly requestsPerSecond?: number;
	/** Lets time pass: the real one, unless a test has its own. */
	readonly wait: (milliseconds: number) => Promise<unknown>;
	/** Ends the rows; what was made is removed all the same. */
	readonly signal?: AbortSignal;
}

/** What is written, in the order in which it has to go again. */
export const WRITTEN = ['deal', 'contact', 'customer'] as const;
export type Resource = (typeof WRITTEN)[number];

/** n8n's engine hands out errors as plain objects. */
export const messageOf = (error: unknown): string => textOf((error as Partial<Error>).message);

const byId = (id: unknown) => ({ __rl: true, mode: 'id', value: textOf(id) });

/** One record, as the form of an operation names it. */
export const of = (resource: Resource, id: unknown): IDataObject => ({
	[`${resource}Id`]: byId(id),
});

/** The same, as another record's form refers to it. */
export const refer = (record: unknown) => byId((record as { id: number }).id);

export class Account {
	/** Tells its records from all others, and one run's from another's. */
	readonly name = `n8n acceptance ${new Date().toISOString()}`;
	readonly wait: Access['wait'];
	/** The IDs that were answered for what it made. */
	private readonly made = new Map<Resource, Set<unknown>>();
	private readonly credentials: CredentialSet;
	/** Team tokens begin so (v2 §5). */
	private readonly authentication: string;

	constructor({ baseUrl, token, overrides = '', requestsPerSecond = 5, wait }: Access) {
		const data = {
			baseUrl,
			accessToken: token,
			requestsPerSecond,
			endpointOverrides: overrides,
		};
		this.wait = wait;
		this.authentication = token.startsWith('svct_') ? 'teamToken' : 'personalToken';
		this.credentials = {
			salesManagementPersonalTokenApi: data,
			salesManagementTeamTokenApi: data,
		};
	}

	/** @throws what the node says of a failure. */
	async run(
		operation: string,
		parameters: IDataObject = {},
		input: IDataObject[] = [{}],
	): Promise<IDataObject[]> {
		const [resource, name] = operation.split('.');
		const { authentication, credentials } = this;
		const { items, error } = await runNode({
			parameters: { authentication, resource, operation: name, ...parameters },
			...{ credentials, input },
		});
		if (error) throw error;
		return items.map(({ json }) => json);
	}

	/** The first record that comes out; an empty one where none does. */
	async one(operation: string, parameters: IDataObject): Promise<IDataObject> {
		const [record = {}] = await this.run(operation, { output: 'raw', ...parameters });
		return record;
	}

	/** The IDs of what is called so, by a search. */
	async found(resource: Resource, field: string, value: string): Promise<unknown[]> {
		const conditions = { values: [{ field, operator: 'equals', value }] };
		const asked = { searchMode: 'builder', match: 'all', conditions, returnAll: true };
		return (await this.run(`${resource}.search`, asked)).map(({ id }) => id);
	}

	/** The trigger, for customers. */
	watch(): Poller {
		const { authentication, credentials } = this;
		return createPoller({
			parameters: { authentication, resource: 'customer', event: 'createdOrUpdated' },
			credentials,
		});
	}

	/** What a list shows of this run. */
	async left(resource: Resource): Promise<IDataObject[]> {
		const all = await this.run(`${resource}.getMany`, {
			...{ returnAll: true, output: 'raw', filters: { searchWord: this.name } },
		});
		return all.filter(({ name }) => textOf(name).startsWith(this.name));
	}

	/** To be removed in the end, if they are its own: a list may not show all. */
	remember(resource: Resource, ids: readonly unknown[]): void {
		const given = ids.filter((id) => !isBlank(id));
		this.made.set(resource, new Set([...(this.made.get(resource) ?? []), ...given]));
	}

	/** Whether a record is there, and has the name of this run. */
	async isOwn(resource: Resource, id: unknown): Promise<boolean> {
		try {
			const { name } = await this.one(`${resource}.get`, of(resource, id));
			return textOf(name).startsWith(this.name);
		} catch (error) {
			if (messageOf(error).includes('HTTP 404')) return false;
			throw error;
		}
	}

	/** Removes all of this run, and nothing else. @returns what remains, with why. */
	async removeAll(): Promise<string[]> {
		const remains: string[] = [];
		for (const resource of WRITTEN) {
			const shown = await this.left(resource).catch((error: unknown) => {
				remains.push(`what else a list of ${resource}s may show: ${messageOf(error)}`);
				return [];
			});
			this.remember(
				resource,
				shown.map(({ id }) => id),
			);
			for (const id of this.made.get(resource) ?? []) {
				const why = await this.removed(resource, id).catch(messageOf);
				if (why !== undefined) remains.push(`${resource} ${textOf(id)}, ${this.name}: ${why}`);
			}
		}
		return remains;
	}

	/** @returns why it remains. */
	private async removed(resource: Resource, id: unknown): Promise<string | undefined> {
		if (!(await this.isOwn(resource, id))) return undefined;
		await this.run(`${resource}.delete`, of(resource, id));
		return (await this.isOwn(resource, id)) ? 'it is still there' : undefined;
	}
}
