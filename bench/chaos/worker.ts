/** A worker: does the shares that it is sent, and answers each with what came of it. */
import type { Outcome, Share } from './figures';
import { tryHostileService } from './hostile';
import { workOnFaultySandbox } from './work';

const worlds: Readonly<Record<Share['world'], (share: Share) => Promise<Outcome>>> = {
	hostileService: tryHostileService,
	faultySandbox: workOnFaultySandbox,
};

// Whoever started it has ended, or has no more work.
process.on('disconnect', () => process.exit());
process.on('message', (share) => {
	const { world } = share as Share;
	worlds[world](share as Share).then(
		(outcome) => process.send?.(outcome),
		(error: unknown) => {
			console.error(error);
			process.exit(1);
		},
	);
});
