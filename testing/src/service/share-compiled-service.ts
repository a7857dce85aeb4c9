import { type CompiledService, compileService } from './compile-service.ts';
import { compiledServiceVariable } from './spawn-service.ts';

// A global setup of Vitest: test files start the service often.
let service: CompiledService | undefined;

/** Compiles the service before the first test file. */
export async function setup(): Promise<void> {
  service = await compileService();
  process.env[compiledServiceVariable] = service.launcher;
}

/** Deletes the compiled service after the last one. */
export function teardown(): void {
  service?.remove();
}
