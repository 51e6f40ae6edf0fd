import { optionsSchema } from './contract/options';
import { dialects } from './dialects/catalogue';
import { faultSchema } from './http/faults';
import { seedNames } from './seed';

export const usage =
	`npm run sandbox -- [--port 4010] [--host 127.0.0.1] [--seed ${seedNames.join('|')}|FILE] [--data FILE] ` +
	'[--set key=value ...] [--dialect NAME[,NAME] ...]';

interface DescribedSetting {
	default?: unknown;
	description?: string;
	enum?: unknown[];
}

/** Lines of `name  text`, with the texts in a column. */
function table(rows: Array<[name: string, says: string]>): string {
	const width = Math.max(...rows.map(([name]) => name.length)) + 2;
	return rows.map(([name, says]) => `  ${name.padEnd(width)}${says}`).join('\n');
}

/** The values that an option may have, the default first, and its description. */
function optionText({
	default: usual,
	enum: choices = [usual],
	description = '',
}: DescribedSetting): string {
	return `${choices.map((value) => JSON.stringify(value)).join(', ')}: ${description}`;
}

const settingRows = (
	properties: Record<string, DescribedSetting>,
	text: (one: DescribedSetting) => string,
) => table(Object.entries(properties).map(([name, one]) => [name, text(one)]));

/** The output of `--help`: everything that can be set, with the descriptions of its schemas. */
export const help = `${usage}

--port 0 takes a free port. --host 0.0.0.0 lets other machines and containers in.
--seed FILE begins with the records of a JSON file: {"customer": [{"id": 900, "name": "North"}],
"deal": [{"name": "Big", "customer": {"id": 900}}]}, with rows as of POST /__sandbox/records/{kind}.
--data FILE keeps the data in a file; one that holds data already is not seeded again.

Options, with their default first: --set key=value, PATCH /__sandbox/options {key: value}
${settingRows(optionsSchema.properties, optionText)}

Faults: POST /__sandbox/faults [{match: {method, path}, times, ...}]
${settingRows(faultSchema.properties, ({ description = '' }) => description)}

Dialects, other services to try a client against: --dialect NAME, or the option dialect
${table(dialects.map(({ name, says }) => [name, says]))}

docs/sandbox.md says more. The sandbox's page, GET /, shows and switches all of this.
`;
