/** The hostile service: every operation of both interfaces, in world after world. */
import fc from 'fast-check';
import { world } from '../../test/property/support/hostile/attack';
import { operationCases } from '../../test/property/support/hostile/operations';
import { startHostileService } from '../../test/property/support/hostile/service';
import { prepare, tryOut } from '../../test/property/support/hostile/trial';
import { none, type Outcome, type Share } from './figures';

/** Worlds that one operation is tried in before the next one. */
const WORLDS = 5;

/** What a right service answers, learnt once a process. */
async function learn() {
	const cases = [...(await operationCases('v2')), ...(await operationCases('v1'))];
	return { cases, service: await startHostileService() };
}
let known: ReturnType<typeof learn> | undefined;

export async function tryHostileService(share: Share): Promise<Outcome> {
	const { cases, service } = await (known ??= learn());
	const figures = none();
	const broken: string[] = [];
	const { clock, restore } = prepare();
	try {
		for (let at = share.from / WORLDS; figures.operations < share.operations; at++) {
			const of = cases[at % cases.length];
			if (!of) break;
			for (const given of fc.sample(world, { numRuns: WORLDS, seed: share.seed + at })) {
				const trial = await tryOut(service, of, given, clock);
				figures.operations++;
				figures.faultsInjected += trial.faults;
				if (trial.broken.some((each) => each.startsWith('may have done'))) figures.resultsDoubled++;
				if (trial.broken.length === 0) continue;
				figures.pastBounds++;
				broken.push(`${of.title}, world ${JSON.stringify(given)}: ${trial.broken.join('; ')}`);
			}
		}
	} finally {
		restore();
	}
	return { figures, broken };
}
