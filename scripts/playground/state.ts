/** The state that the playground keeps from one start to the next, besides the data of n8n and the sandbox. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Owner } from '../n8n-host/rest';

interface Remembered {
	readonly owner: Owner;
	readonly encryptionKey: string;
	/** Whether the owner's account was made. */
	isSetUp: boolean;
	/** The addresses and keys in the stored credentials. */
	credentialsFor?: string;
	/** Ids of the stored credentials, by type. */
	credentials: Record<string, string>;
	/** Ids of the imported workflows, by file. */
	workflows: Record<string, string>;
}

export class State {
	private constructor(
		readonly folder: string,
		readonly values: Remembered,
	) {}

	static in(folder: string): State {
		mkdirSync(filesIn(folder), { recursive: true, mode: 0o700 });
		const file = fileIn(folder);
		const values = existsSync(file)
			? (JSON.parse(readFileSync(file, 'utf8')) as Remembered)
			: firstValues();
		return new State(folder, values);
	}

	/** Saves changes at once and atomically, so that an interrupted start is taken up where it was. */
	remember(changes: Partial<Remembered>): void {
		Object.assign(this.values, changes);
		const draft = `${fileIn(this.folder)}.new`;
		writeFileSync(draft, `${JSON.stringify(this.values, undefined, '\t')}\n`, { mode: 0o600 });
		renameSync(draft, fileIn(this.folder));
	}

	get sandboxData(): string {
		return join(this.folder, 'sandbox.sqlite');
	}

	/** The one folder in which workflows may read and write files. */
	get files(): string {
		return filesIn(this.folder);
	}

	get log(): string {
		return join(this.folder, 'n8n.log');
	}
}

const fileIn = (folder: string) => join(folder, 'playground.json');
const filesIn = (folder: string) => join(folder, 'files');

/** The state of a first start. n8n asks for a capital letter and a digit in the password. */
const firstValues = (): Remembered => ({
	owner: { email: 'owner@example.com', password: `Try1-${randomBytes(4).toString('hex')}` },
	encryptionKey: randomBytes(16).toString('hex'),
	isSetUp: false,
	credentials: {},
	workflows: {},
});
