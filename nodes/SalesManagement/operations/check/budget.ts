/** Requests of one check, but for the first at each other address of a missing route. */
export const MOST_REQUESTS = 80;

/** What is left to both interfaces together. */
export class Budget {
	private spent = 0;

	/** @param most requests in all. */
	constructor(private readonly most = MOST_REQUESTS) {}

	get isUsedUp(): boolean {
		return this.left <= 0;
	}

	/** Requests, repeated ones included. */
	get left(): number {
		return this.most - this.spent;
	}

	spend(requests: number): void {
		this.spent += requests;
	}
}
