import { invalid } from '../../contract/refusal';
import type { DealRow } from '../properties/recordFields';
import type { Scope } from '../scope';
import { rowOf } from './references';

/** Phase status (S3): any other value than this is won (2) or lost (3). */
const inProgress = 1;

const isClosed = (scope: Scope, phaseId: number): boolean =>
	rowOf(scope, 'phase', phaseId).status !== inProgress;

/** Rule D-R: in any phase but in-progress, a reason or endPhaseReasonIds is required (v2 §2.6). */
export function requireReason(
	scope: Scope,
	deal: Pick<DealRow, 'phaseId' | 'reason' | 'endPhaseReasonIds'>,
): void {
	if (!isClosed(scope, deal.phaseId)) return;
	if (!deal.reason && deal.endPhaseReasonIds.length === 0) {
		throw invalid('reason or endPhaseReasonIds is required when the phase is not in progress');
	}
}

interface LockedFields {
	amount?: number | null;
	expectedContractDate?: string;
	phase?: { id: number };
	product?: { id: number };
}

/**
 * Whether a bulk update skips the deal: it is in a won or lost phase, one of the locked fields (S3:
 * amount, expectedContractDate, phase, product) would change, and the caller acts for a user; the
 * lock holds for personal tokens only (v2 §3).
 */
export function isLockedAgainst(scope: Scope, deal: DealRow, changes: LockedFields): boolean {
	if (scope.caller.kind !== 'personal' || !isClosed(scope, deal.phaseId)) return false;
	const { amount, expectedContractDate, phase, product } = changes;
	const locked = [
		[amount, deal.amount],
		[expectedContractDate, deal.expectedContractDate],
		[phase?.id, deal.phaseId],
		[product?.id, deal.productId],
	];
	return locked.some(([changed, present]) => changed !== undefined && changed !== present);
}

const daysBetween = (from: number, to: number) =>
	Math.max(0, Math.floor((to - from) / (24 * 60 * 60 * 1000)));

/** The days spent in each phase, up to the deal's last update; whole stays only (v1 §2.7). */
export function stayDays(deal: DealRow): Map<number, number> {
	const days = new Map<number, number>();
	deal.phaseHistory.forEach(({ phaseId, at }, index) => {
		const left = deal.phaseHistory[index + 1]?.at ?? deal.updatedAt;
		days.set(phaseId, (days.get(phaseId) ?? 0) + daysBetween(at, left));
	});
	return days;
}

/**
 * The closing lead time in days: as it was written (S5), else from creation to the last change into
 * a closed phase; 0 while the phase is in progress.
 */
export function closingLeadtime(scope: Scope, deal: DealRow): number {
	if (deal.closingLeadtime !== null) return deal.closingLeadtime;
	const last = deal.phaseHistory.at(-1);
	if (!last || !isClosed(scope, deal.phaseId)) return 0;
	return daysBetween(deal.createdAt, last.at);
}
