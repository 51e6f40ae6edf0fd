import { parseArgs } from 'node:util';
import type { OptionChanges } from './contract/options';
import type { StartOptions } from './index';
import { seedNames } from './seed';

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

/**
 * Reads the command line; undefined if it asks for help.
 * @throws Error for an unknown argument or seed and for a port that is no number. The sandbox
 * itself checks options and dialects
 */
export function readArguments(args: string[]): StartOptions | undefined {
	const { values } = parseArgs({
		args,
		options: {
			port: { type: 'string', default: '4010' },
			seed: { type: 'string', default: 'small' },
			data: { type: 'string' },
			set: { type: 'string', multiple: true, default: [] },
			dialect: { type: 'string', multiple: true },
			help: { type: 'boolean', short: 'h' },
		},
	});
	const { port, data, dialect: dialects } = values;
	if (values.help) return undefined;
	const seed = seedNames.find((name) => name === values.seed);
	if (!seed) throw new Error(`--seed is one of ${seedNames.join(', ')}`);
	if (!/^\d+$/.test(port)) throw new Error('--port is a number');
	return { port: Number(port), seed, data, set: readSettings(values.set), dialects };
}
