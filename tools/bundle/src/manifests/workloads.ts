import type { Manifest } from './render-chart.js';

/** The parts of a Deployment that the checks read; the schemas have made sure that they are there. */
export interface PodSpec {
  readonly automountServiceAccountToken: boolean;
  readonly securityContext: { readonly runAsNonRoot: boolean; readonly seccompProfile: { readonly type: string } };
  readonly terminationGracePeriodSeconds: number;
  readonly containers: readonly [Container, ...SideContainer[]];
  readonly initContainers?: readonly SideContainer[];
  readonly volumes: readonly {
    readonly name: string;
    readonly persistentVolumeClaim?: { readonly claimName: string };
    readonly emptyDir?: { readonly sizeLimit?: string };
  }[];
}

/** One that the values bring. */
export interface SideContainer {
  readonly name: string;
  readonly image: string;
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly envFrom: readonly { readonly configMapRef: { readonly name: string } }[];
  readonly resources: { readonly requests: Resources; readonly limits: Resources };
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly lifecycle: { readonly preStop: { readonly sleep: { readonly seconds: number } } };
  readonly volumeMounts: readonly { readonly name: string }[];
  readonly [probe: string]: unknown;
}

export interface Resources {
  readonly cpu: string;
  readonly memory: string;
}

export interface Workload {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly pod: PodSpec;
  readonly container: Container;
  /** Of its ConfigMap; undefined when that is missing. */
  readonly settings: Readonly<Record<string, string>> | undefined;
}

/** The deployments among manifests, each with the settings that it reads. */
export function workloadsOf(manifests: readonly Manifest[]): Workload[] {
  return ofKind(manifests, 'Deployment').map((manifest) => {
    const { template } = manifest.spec as {
      template: { metadata: { labels: Record<string, string> }; spec: PodSpec };
    };
    const [container] = template.spec.containers;
    const from = container.envFrom[0]?.configMapRef.name;
    const settings = ofKind(manifests, 'ConfigMap').find(({ metadata }) => metadata.name === from);
    return {
      name: container.name,
      labels: template.metadata.labels,
      pod: template.spec,
      container,
      settings: settings?.data as Record<string, string> | undefined,
    };
  });
}

export function ofKind(manifests: readonly Manifest[], kind: string): Manifest[] {
  return manifests.filter((manifest) => manifest.kind === kind);
}
