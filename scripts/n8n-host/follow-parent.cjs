/**
 * Preloaded into n8n: when whoever started it is gone, even killed, its end of standard input closes,
 * and n8n ends as by SIGTERM instead of running on with nobody to stop it.
 */
process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM'));
process.stdin.on('error', () => process.kill(process.pid, 'SIGTERM'));
process.stdin.resume();
process.stdin.unref();
