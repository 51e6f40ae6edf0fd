/** Runs the parts one after another, and says of each how it went. */
import type { Scratch } from '../../scripts/scratch';
import type { Checks } from '../../harness/n8n/checks';
import type { Part } from './parts/part';
import { Unavailable } from '../../harness/n8n/shared';

/** What of the world this needs. */
interface Stage {
	readonly checks: Checks;
	readonly site: { readonly scratch: Pick<Scratch, 'isEnding'> };
	logEnds(): string;
}
interface Runnable<S> extends Pick<Part, 'name' | 'about'> {
	readonly run: (stage: S) => Promise<void>;
}

export async function runParts<S extends Stage>(
	stage: S,
	parts: ReadonlyArray<Runnable<S>>,
): Promise<void> {
	for (const part of parts) {
		console.log(`\n${part.name}: ${part.about}`);
		const failedBefore = stage.checks.failed;
		const started = Date.now();
		try {
			await part.run(stage);
		} catch (error) {
			if (stage.site.scratch.isEnding) throw error;
			if (error instanceof Unavailable) {
				stage.checks.fail(`${part.name} could not go on`, error.tell());
			} else stage.checks.fail(`${part.name} runs to its end`, error);
		}
		const verdict = stage.checks.failed === failedBefore ? '' : ', with failures';
		console.log(`  ${Math.round((Date.now() - started) / 1_000)} s${verdict}`);
	}
	if (stage.checks.failed > 0) console.log(`\n${stage.logEnds()}`);
}
