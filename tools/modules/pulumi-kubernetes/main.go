// The Kubernetes provider of Pulumi, served from its published library.
// The Node SDK carries the schema itself, so the smallest valid one is enough here.
package main

import (
	"github.com/pulumi/pulumi-kubernetes/provider/v4/pkg/provider"
	"github.com/pulumi/pulumi-kubernetes/provider/v4/pkg/version"
)

func main() {
	schema := []byte(`{"name":"kubernetes","version":"` + version.Version + `"}`)
	provider.Serve("kubernetes", version.Version, schema, []byte("{}"))
}
