/** A test account, as this package's own nodes reach it on n8n's engine. */
import type { IDataObject } from 'n8n-workflow';
import { isBlank, textOf } from '../nodes/SalesManagement/shared';
import { createPoller, runNode, type CredentialSet, type Poller } from '../harness';

export interface Access {
	readonly baseUrl: string;
	readonly token: string;
	/** The text entered under Endpoint Overrides. */
	readonly overrides?: string;
	/** By default the limit of the documents (v2 §8). */
	readonly requestsPerSecond?: number;
	/** Waits in real time, unless a test has a clock of its own. */
	readonly wait: (milliseconds: number) => Promise<unknown>;
	/** Ends the trying of rows; the records made so far are removed all the same. */
	readonly signal?: AbortSignal;
}

/** The kinds of record that are written, in the order in which they have to be removed. */
export const WRITTEN = ['deal', 'contact', 'customer'] as const;
export type Resource = (typeof WRITTEN)[number];

/** The message of an error, which n8n's engine hands out as a plain object. */
export const messageOf = (error: unknown): string => textOf((error as Partial<Error>).message);

export const byId = (id: unknown) => ({ __rl: true, mode: 'id', value: textOf(id) });

/** The parameter by which the form of an operation names its record. */
export const idParameter = (resource: Resource, id: unknown): IDataObject => ({
	[`${resource}Id`]: byId(id),
});

export class Account {
	/** The beginning of the names of all records of this run, which no other record has. */
	readonly name = `n8n acceptance ${new Date().toISOString()}`;
	readonly wait: Access['wait'];
	/** The IDs that the service answered for the records of this run. */
	private readonly made = new Map<Resource, Set<unknown>>();
	private readonly credentials: CredentialSet;
	/** The kind of token, by its prefix (v2 §5). */
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

	/**
	 * Runs an operation of the node, as `resource.operation`, and returns its items.
	 * @throws the error of the node
	 */
	async run(
		operation: string,
		parameters: IDataObject = {},
		input: IDataObject[] = [{}],
	): Promise<IDataObject[]> {
		const [resource, name] = operation.split('.');
		const { authentication, credentials } = this;
		const { items, error } = await runNode({
			parameters: { authentication, resource, operation: name, ...parameters },
			credentials,
			input,
		});
		if (error) throw error;
		return items.map(({ json }) => json);
	}

	/** The first record that an operation returns; an empty one if it returns none. */
	async one(operation: string, parameters: IDataObject): Promise<IDataObject> {
		const [record = {}] = await this.run(operation, { output: 'raw', ...parameters });
		return record;
	}

	/** The IDs of the records that a search for this value of a field finds. */
	async found(resource: Resource, field: string, value: string): Promise<unknown[]> {
		const conditions = { values: [{ field, operator: 'equals', value }] };
		const asked = { conditions, returnAll: true };
		return (await this.run(`${resource}.search`, asked)).map(({ id }) => id);
	}

	/** A trigger for customers that were created or updated. */
	watch(): Poller {
		const { authentication, credentials } = this;
		return createPoller({
			parameters: { authentication, resource: 'customer', event: 'createdOrUpdated' },
			credentials,
		});
	}

	/** The records of this run that a list shows. */
	async listed(resource: Resource): Promise<IDataObject[]> {
		const all = await this.run(`${resource}.getMany`, {
			returnAll: true,
			output: 'raw',
			filters: { searchWord: this.name },
		});
		return all.filter(({ name }) => textOf(name).startsWith(this.name));
	}

	/** Remembers records to remove in the end, if they are this run's own: a list may not show all of them. */
	remember(resource: Resource, ids: readonly unknown[]): void {
		const given = ids.filter((id) => !isBlank(id));
		this.made.set(resource, new Set([...(this.made.get(resource) ?? []), ...given]));
	}

	/** Whether a record is there, and has the name of this run. */
	async isOwn(resource: Resource, id: unknown): Promise<boolean> {
		try {
			const { name } = await this.one(`${resource}.get`, idParameter(resource, id));
			return textOf(name).startsWith(this.name);
		} catch (error) {
			if (messageOf(error).includes('HTTP 404')) return false;
			throw error;
		}
	}

	/**
	 * Removes all records of this run, and no others.
	 * @returns what remains, with the reasons
	 */
	async removeAll(): Promise<string[]> {
		const remains: string[] = [];
		for (const resource of WRITTEN) {
			const shown = await this.listed(resource).catch((error: unknown) => {
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

	/**
	 * Removes one record, if it is this run's own.
	 * @returns the reason why it remains, if it does
	 */
	private async removed(resource: Resource, id: unknown): Promise<string | undefined> {
		if (!(await this.isOwn(resource, id))) return undefined;
		await this.run(`${resource}.delete`, idParameter(resource, id));
		return (await this.isOwn(resource, id)) ? 'it is still there' : undefined;
	}
}
