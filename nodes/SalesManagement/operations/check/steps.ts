import type { IDataObject } from 'n8n-workflow';
import type { ApiVersion } from '../../api/types';
import { read, type Item } from '../../fields';
import { isBlank } from '../../values';
import type { Run, Steps, Work } from '../operation';
import { checkAccount } from './account';
import type { Finding } from './finding';
import { checkControls } from './form';
import { reportOf } from './report';
import type { Part, Summary } from './summary';

const itemOf = (version: ApiVersion, finding: Finding): IDataObject => {
	const { check, verdict, evidence, advice, endpointOverrides } = finding;
	return {
		...{ interface: version, check, verdict, evidence, advice },
		...(endpointOverrides && { endpointOverrides }),
	};
};

/** The items of an answer to an agent: of what has the same advice, one, without what is as described. */
function toldAgent(parts: readonly Part[], { item }: Summary): IDataObject[] {
	const summary = Object.fromEntries(Object.entries(item).filter(([name]) => name !== 'shapes'));
	const groups = new Map<string, IDataObject & { checks: string[] }>();
	for (const { version, findings } of parts) {
		for (const { check, verdict, evidence, advice } of findings) {
			if (verdict === 'asDescribed') continue;
			const key = `${version} ${verdict} ${advice}`;
			const group = groups.get(key) ?? {
				interface: version,
				verdict,
				evidence,
				advice,
				checks: [],
			};
			group.checks.push(check);
			groups.set(key, group);
		}
	}
	const told = [...groups.values()].map(({ evidence, ...group }) =>
		group.checks.length === 1 ? { ...group, evidence } : group,
	);
	return [...told, summary];
}

/** Once, however many items come in. */
async function checked(run: Run, item: Item): Promise<Work> {
	const { binaryPropertyName, ...asked } = read(checkControls, item);
	const property = isBlank(binaryPropertyName) ? 'data' : binaryPropertyName;
	const beside = await run.beside?.();
	const { client, cancelled } = run;
	const { parts, summary } = await checkAccount({ client, beside, cancelled, ...asked });
	if (run.forAgent) return { records: toldAgent(parts, summary) };
	const items = parts.flatMap(({ version, findings }) =>
		findings.map((finding) => itemOf(version, finding)),
	);
	const records = [...items, summary.item];
	const report = Buffer.from(reportOf(parts, summary));
	const file = await run.files.write(report, 'account-check.md', 'text/markdown');
	return { records, files: [...items.map(() => ({})), { [property]: file }] };
}

export const checkSteps: Steps = {
	run: async (run) => {
		const [first, ...others] = run.items;
		if (!first) return [];
		const work = await checked(run, first);
		return [
			{ index: first.index, ...work },
			...others.map(({ index }) => ({ index, records: [] })),
		];
	},
};
