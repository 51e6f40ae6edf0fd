import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { OptionChanges } from './contract/options';
import type { StartOptions } from './index';
import { seedNames, type OwnRecords, type Seed } from './seed';

/** `rateLimit=0` becomes `{rateLimit: 0}`; a value that is no JSON is text. */
function readSettings(settings: string[]): OptionChanges {
	const pairs = settings.map((setting) => {
		const [, name, value] = /^([^=]+)=(.*)$/s.exec(setting) ?? [];
		if (name === undefined) throw new Error(`--set takes key=value, not ${setting}`);
		return [name, readValue(value ?? '')];
	});
	return Object.fromEntries(pairs) as OptionChanges;
}

function readValue(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** A seed by its name, or the records of a file. */
function readSeed(asked: string): Seed {
	const named = seedNames.find((name) => name === asked);
	if (named) return named;
	const records = readRecords(asked);
	if (!isRecords(records)) {
		throw new Error(
			`--seed: ${asked} must hold rows by kind, such as {"customer": [{"name": "North"}]}`,
		);
	}
	return records;
}

function readRecords(file: string): unknown {
	let text: string;
	try {
		text = readFileSync(file, 'utf8');
	} catch (error) {
		throw new Error(
			`--seed is one of ${seedNames.join(', ')}, or a file of records: ${(error as Error).message}`,
			{ cause: error },
		);
	}
	try {
		return JSON.parse(text);
	} catch (error) {
		throw new Error(`--seed: ${file} is no JSON: ${(error as Error).message}`, { cause: error });
	}
}

const isRecords = (content: unknown): content is OwnRecords =>
	typeof content === 'object' &&
	content !== null &&
	!Array.isArray(content) &&
	Object.values(content).every(Array.isArray);

/**
 * Reads the command line, and the file of its seed; undefined if it asks for help.
 * @throws Error for an unknown argument or seed and for a port that is no number. The sandbox
 * itself checks options, dialects and rows
 */
export function readArguments(args: string[]): StartOptions | undefined {
	const { values } = parseArgs({
		args,
		options: {
			port: { type: 'string', default: '4010' },
			host: { type: 'string', default: '127.0.0.1' },
			seed: { type: 'string', default: 'small' },
			data: { type: 'string' },
			set: { type: 'string', multiple: true, default: [] },
			dialect: { type: 'string', multiple: true },
			help: { type: 'boolean', short: 'h' },
		},
	});
	const { port, host, data, dialect: dialects } = values;
	if (values.help) return undefined;
	if (!/^\d+$/.test(port)) throw new Error('--port is a number');
	if (host === '') throw new Error('--host is an address of this machine, or 0.0.0.0 for all');
	const [seed, set] = [readSeed(values.seed), readSettings(values.set)];
	return { port: Number(port), host, seed, data, set, dialects };
}
