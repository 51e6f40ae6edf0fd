/** Advice to users that several errors give. */
import type { CredentialLabels } from '../routes';

/** Advice to run the operation that finds out what the service answers, as the editor shows it. */
export const CHECK_ACCOUNT = 'run Account > Check, which finds out what the service answers';

/** Advice where an answer may come from another address than was meant. */
export const checkAddress = ({ baseUrl }: CredentialLabels): string =>
	`check the ${baseUrl} and the Endpoint Overrides of the credential, or ${CHECK_ACCOUNT}`;

/** Advice after a refusal of the input. */
export const CORRECT_INPUT = 'correct the input';
