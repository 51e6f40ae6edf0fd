/**
 * n8n's own lint with its unchanged configuration, as strict mode asks for. n8n's rules are for the
 * published code; ESLint heeds the configuration in each other folder, which says so, only with this
 * flag. From ESLint 10 on it does so by itself.
 */
import { spawnSync } from 'node:child_process';

const { status } = spawnSync('n8n-node', ['lint'], {
	stdio: 'inherit',
	shell: process.platform === 'win32',
	env: { ...process.env, ESLINT_FLAGS: 'unstable_config_lookup_from_file' },
});
process.exitCode = status ?? 1;
