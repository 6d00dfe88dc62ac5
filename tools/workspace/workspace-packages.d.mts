export declare const workspaceRoot: string;

export declare function workspacePackages(): {
  name: string;
  directory: string;
  manifest: { dependencies?: Record<string, string>; devDependencies?: Record<string, string> };
  tags: string[];
}[];

export declare function isForDevelopmentOnly(tags: readonly string[]): boolean;
